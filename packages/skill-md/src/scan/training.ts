/** How the passage classifier of the scanner is trained: for scripts and benchmarks. */
export { PassageClassifier, type PassageWeights } from './classifier/passage-classifier.ts'
export type { SentenceFeatures } from './classifier/passage-features.ts'
export { passagesOf, readSentences } from './classifier/passages.ts'
export { type TrainingPassage, trainWeights } from './classifier/training/train-weights.ts'
export { fileText } from './file-text.ts'
export { isTextDocument, segmentOf, splitSegments } from './split-segments.ts'
