import OrderPage from './order.$no.page.tsx';

/** One order with a verb's form over it: the same page at another address, so that it stays when the form opens and closes. */
export default OrderPage;
