/** What to print of a failed build: a full disk is one sentence, and not the hundred files that could not be written. */
export function describeBuildError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (!/ENOSPC|no space left on device/i.test(message)) return message
  return 'The disk is full: dist/ could not be written. Free some space (a build needs about 100 MB) and run it again.'
}
