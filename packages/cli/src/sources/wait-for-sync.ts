import { setTimeout } from 'node:timers/promises'
import type { SourceBody } from '@repertoire/client'
import type { CommandContext } from '../command/command-context.ts'
import type { SourcesApi } from '../connection/sources-api.ts'
import { createProgress } from '../terminal/progress.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

const pollMs = 150
/** Shorter syncs are not talked about. */
const quietMs = 1_000
/** Between lines of progress where no bar can be drawn. */
const lineMs = 5_000

/**
 * Waits until a sync has ended, with progress when it takes longer than a second. Ctrl-C asks the server to stop it;
 * what was read is kept.
 */
export async function waitForSync(
  api: Pick<SourcesApi, 'get' | 'cancel'>,
  { id, name }: Pick<SourceBody, 'id' | 'name'>,
  { terminal, onInterrupt }: Pick<CommandContext, 'terminal' | 'onInterrupt'>,
): Promise<SourceBody> {
  const progress = createProgress(terminal, `skills of ${sanitizeText(name)}`)
  const began = performance.now()
  let shownAt = began + quietMs - lineMs
  let cancelling: Promise<void> | undefined
  const release = onInterrupt(() => {
    terminal.note('\nStopping the sync … (Ctrl-C again leaves it running)')
    cancelling = api.cancel(id).catch(() => undefined)
  })
  try {
    for (;;) {
      const source = await api.get(id)
      if (source.last_sync_status !== 'running') return source
      const now = performance.now()
      const isDue = now - began > quietMs && (terminal.screen || now - shownAt >= lineMs)
      if (isDue) {
        shownAt = now
        if (source.progress) progress.show(source.progress.done, source.progress.total)
        else if (!terminal.screen) terminal.note(`Reading ${sanitizeText(name)} …`)
      }
      await setTimeout(pollMs)
    }
  } finally {
    release()
    progress.clear()
    await cancelling
  }
}
