import type { ExecutionLimits } from './execution.ts'

const mebibyte = 1024 * 1024

/** The default limits of an execution. */
export const defaultLimits: ExecutionLimits = {
  wallMs: 10_000,
  cpuSeconds: 10,
  memoryBytes: 512 * mebibyte,
  processes: 64,
  openFiles: 256,
  fileBytes: 32 * mebibyte,
  workspaceBytes: 64 * mebibyte,
  workspaceEntries: 5_000,
  outputBytes: mebibyte,
}
