import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import { text } from '../../kernel/shape.ts';
import { accountForm } from '../account/contract.ts';
import { dictRow } from '../dictionary/contract.ts';

/** The two calls that name an account or a dictionary by the id that both draw from one sequence (domain.md): the kind is looked up, then that kind's right is asked. */
export const entity = {
  form: endpoint('GET /sys/:id/form', { may: ['sys:user:edit', 'sys:dict:edit'], audit: 'entity.read', summary: '账号或字典的表单', reply: z.union([accountForm, dictRow]) }),
  remove: endpoint('DELETE /sys/:ids', { may: ['sys:user:delete', 'sys:dict:delete'], audit: 'entity.delete', summary: '删除账号或字典，最多一百个，全部或一个也不；删除账号须写明原因', query: z.strictObject({ reason: z.optional(text(200)) }), reply: z.null() }),
};
