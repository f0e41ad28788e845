import type { ExecutionId } from '@repertoire/core/base'
import type { SecretForms } from '../../platform/redaction/secret-forms.ts'
import { createStreamMask, type EndOptions } from '../../platform/redaction/stream-mask.ts'
import type { OutputBroadcaster } from './output-broadcaster.ts'

/** UTF-16 units that are kept of each stream. The end is kept, where results and errors are. */
const maxKeptCharacters = 256 * 1024

const streams = ['stdout', 'stderr'] as const
type Stream = (typeof streams)[number]

/** Converts output to text as it arrives, with whole characters and without secrets. */
export function createLiveOutput(
  output: OutputBroadcaster,
  { id, forms }: { readonly id: ExecutionId; readonly forms: SecretForms },
) {
  const channel = () => ({ redactor: createStreamMask(forms), decoder: new TextDecoder() })
  const channels = { stdout: channel(), stderr: channel() }
  return {
    push(stream: Stream, bytes: Uint8Array): void {
      const { redactor, decoder } = channels[stream]
      const text = decoder.decode(redactor.push(bytes), { stream: true })
      output.publish(id, { stream, text })
    },
    end(options: EndOptions): void {
      for (const stream of streams) {
        const { redactor, decoder } = channels[stream]
        output.publish(id, { stream, text: decoder.decode(redactor.end(options)) })
      }
    },
  }
}

/** Output as it is stored: lossy UTF-8, only the end when it is long. NUL is replaced. */
export function printedText(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes).replaceAll('\0', '\uFFFD')
  if (text.length <= maxKeptCharacters) return text
  const left = text.length - maxKeptCharacters
  return `[${left} characters before this are left out]\n${text.slice(left).replace(/^[\uDC00-\uDFFF]/, '')}`
}
