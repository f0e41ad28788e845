import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { showErrorToast } from './error-toast.ts'

/** Something that a person has done by a press of a button; what goes wrong is said in a toast. */
export function useAction<Result = unknown, Variables = void, Context = unknown>(
  options: Omit<UseMutationOptions<Result, Error, Variables, Context>, 'onError'>,
): UseMutationResult<Result, Error, Variables, Context> {
  return useMutation({ ...options, onError: showErrorToast })
}
