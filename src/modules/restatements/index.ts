export { bookRestatement } from "./book-restatement.ts";
