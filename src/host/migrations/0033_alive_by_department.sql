-- The live orders of a department, the newest first: a search among them reads them and nothing else (order/find.ts).
CREATE INDEX care_order_department_alive ON care_order (hospital_id, department_id, id) WHERE service_state IN ('pending_assign', 'assigned', 'in_service') AND deleted_at IS NULL;
