import { problemOf } from '../api/problem.ts'
import { showErrorMessage } from './show-toast.ts'

/** Says in a toast what went wrong, and what can be done. */
export function showErrorToast(error: unknown): void {
  const { message, hint } = problemOf(error)
  showErrorMessage(message, hint)
}
