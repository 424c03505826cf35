import CaregiverPage from './caregiver.$no.page.tsx';

/** One caregiver with a verb's form over it: the same page at another address, so that it stays when the form opens and closes. */
export default CaregiverPage;
