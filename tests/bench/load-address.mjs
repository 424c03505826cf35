/** An address with these parts of a question, as far as there are any. */
export const address = (path, ...parts) => [path, parts.filter((part) => part !== '').join('&')].filter((part) => part !== '').join('?');
