import { z } from 'zod'
import { runtimes } from '../execution/execution.ts'

const count = z.int().min(0)

/** The answer of `GET /sandbox/health`. */
export const healthSchema = z.object({
  backend: z.string(),
  available: z.boolean(),
  reason: z.string().default(''),
  runtimes: z.array(z.object({ runtime: z.enum(runtimes), version: z.string().nullable() })),
  running: count.default(0),
  queued: count.default(0),
  warm: count.default(0),
})
