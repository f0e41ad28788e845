import { ProblemError } from '@repertoire/core/base'

/**
 * The event to resume after, from Last-Event-ID or else `?after=`; 0 for the beginning. Throws ProblemError
 * `request.bad-event-id` for anything that is no id, or lies beyond the log's head.
 */
export function readResumeId(
  given: { readonly header: string | null; readonly after: string | undefined },
  headSeq: number,
): number {
  const text = given.header ?? given.after
  if (text === undefined || text === '') return 0
  if (!/^\d{1,15}$/.test(text)) {
    throw badEventId('The event id to resume after has to be a whole number.')
  }
  const seq = Number(text)
  if (seq > headSeq) throw badEventId(`Event ${seq} is not in the log, which ends at ${headSeq}.`)
  return seq
}

function badEventId(message: string): ProblemError {
  return new ProblemError({
    code: 'request.bad-event-id',
    kind: 'invalid',
    message,
    hint: 'Send the id of the last event you have, or leave it out to read from the beginning.',
  })
}
