export { testImage } from './container-image.ts'
export { type ExecutorProcess, startExecutor } from './executor-process.ts'
