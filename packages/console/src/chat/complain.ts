import { toast } from 'sonner'
import { problemOf } from '../shell/problem.ts'

/** Says what went wrong in a toast. */
export function complain(error: unknown): void {
  const { message, hint } = problemOf(error)
  toast.error(message, { description: hint })
}
