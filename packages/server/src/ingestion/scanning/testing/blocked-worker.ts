import { parentPort } from 'node:worker_threads'
import { assessPackage } from '../assess-package.ts'
import type { ScanRequest } from '../scan-messages.ts'

/** A scanning thread that a package named `hang` stops, and one named `die` ends. */
parentPort?.on('message', ({ id, item, budgetMs }: ScanRequest) => {
  const names = item.files.map(({ path }) => path)
  while (names.includes('hang'));
  if (names.includes('die')) process.exit(3)
  parentPort?.postMessage({ id, judgement: assessPackage(item, budgetMs) })
})
