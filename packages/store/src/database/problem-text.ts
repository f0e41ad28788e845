/** What people read of an error of a driver. */
export interface ProblemText {
  readonly code: string
  readonly message: string
  readonly hint: string
}

/** Of disks and quotas, whoever reports it. */
export const storageFull: ProblemText = {
  code: 'store.full',
  message: 'There is no room left to store this; nothing of it was stored.',
  hint: 'Free space on the disk (or raise the quota) that holds the data folder, then try again.',
}

/** The error code of the driver, if it has one. */
export function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}
