import { toast } from 'sonner'
import { problemOf } from '../api/problem.ts'

/** Says in a toast what went wrong, and what can be done. */
export function showErrorToast(error: unknown): void {
  const { message, hint } = problemOf(error)
  showErrorMessage(message, hint)
}

/** An error stays until somebody has closed it. */
export function showErrorMessage(message: string, description?: string): void {
  toast.error(message, { description, duration: Number.POSITIVE_INFINITY })
}
