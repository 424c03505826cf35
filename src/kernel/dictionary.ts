/** Codes of the dictionaries that pages and sheets ask for (tests/dictionary.test.ts holds every use to this list): without one, forms had no choices. */
export const DICTIONARY_CODES = ['care_level', 'care_mode', 'caregiver_level', 'certificate_kind', 'coverage', 'employment', 'gender', 'hospital_kind', 'hospital_level', 'order_status', 'pay_method', 'relation'] as const;
