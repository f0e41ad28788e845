import type { Problem } from '@repertoire/core/base'

/** Milliseconds without any data from the provider. */
export const maxSilenceMs = 180_000

/** A model that did not answer, or did not go on. */
export function modelTimeout(message: string): Problem {
  return {
    code: 'model.timeout',
    kind: 'unavailable',
    message,
    hint: 'Send the message again, or choose another model under Settings → Models.',
  }
}
