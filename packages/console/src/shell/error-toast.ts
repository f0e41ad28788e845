import { toast } from 'sonner'
import { problemOf } from './problem.ts'

/** Says in a toast what went wrong, and what can be done. */
export function showErrorToast(error: unknown): void {
  const { message, hint } = problemOf(error)
  toast.error(message, { description: hint })
}
