export { wordVectors } from './word-vectors.ts'
