import { type Problem, type ProblemError, problemError } from '../../base/errors.ts'

export const ownersChangeNotification: Problem = {
  code: 'notification.owners-only',
  kind: 'forbidden',
  message: 'Only an owner sees and changes where the digest of the inbox is sent.',
  hint: 'Ask an owner of the organisation.',
}

export const noNotification: Problem = {
  code: 'notification.not-found',
  kind: 'not-found',
  message: 'The organisation has no digest of its inbox sent.',
  hint: 'Give an address under Settings → Approvals, or with repertoire inbox notify --address.',
}

export const notificationChanged: Problem = {
  code: 'notification.stale',
  kind: 'conflict',
  message: 'The notification was changed in the meantime.',
  hint: 'Read it again, then repeat the change.',
}

export function invalidNotification(field: string, message: string): ProblemError {
  return problemError('notification.invalid', 'invalid', message, { field })
}
