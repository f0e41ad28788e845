import { createInterface } from 'node:readline'
import { isProblemError } from '@repertoire/core/base'
import { serveOutcomeTests } from './serve-outcome-tests.ts'

// What started this process speaks to it in lines of JSON. Its end is the end of the tests.
const lines = createInterface({ input: process.stdin })
const stopping = new AbortController()
lines.once('close', () => stopping.abort())
process.once('SIGTERM', () => stopping.abort())
// Ctrl-C reaches this process too; the one that started it decides.
process.on('SIGINT', () => undefined)
const send = (message: unknown): void => void process.stdout.write(`${JSON.stringify(message)}\n`)
try {
  await serveOutcomeTests({ lines, send, signal: stopping.signal, env: process.env })
} catch (error) {
  if (!isProblemError(error)) throw error
  const { code, message, hint } = error.problem
  send({ type: 'problem', code, message, hint })
} finally {
  lines.close()
}
