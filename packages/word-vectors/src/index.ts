export { loadWordVectors } from './load-word-vectors.ts'
