import { parentPort } from 'node:worker_threads'
import { assessPackage } from './assess-package.ts'
import type { ScanAnswer, ScanRequest } from './scan-messages.ts'

/** The scanning thread: one package after the other. */
parentPort?.on('message', ({ id, item, budgetMs }: ScanRequest) => {
  parentPort?.postMessage({ id, judgement: assessPackage(item, budgetMs) } satisfies ScanAnswer)
})
