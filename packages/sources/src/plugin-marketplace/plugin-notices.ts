import type { SourceNotice } from '@repertoire/core/ports'
import { quoted } from '../http/quoted.ts'

/** Notices of single plugins; more of them would hide the others. */
const maxNotices = 20

/** What people look for under another name. */
export function renamedPlugins(
  renames: Readonly<Record<string, unknown>>,
  plugins: readonly { readonly name: string }[],
): readonly SourceNotice[] {
  const names = new Set(plugins.map(({ name }) => name))
  return Object.entries(renames).flatMap(([before, now]): SourceNotice[] => {
    if (typeof now !== 'string' || !names.has(now)) return []
    const message = `The plugin ${quoted(before)} is now ${quoted(now)}; its skills are listed under the new name.`
    return [{ code: 'plugin.renamed', message }]
  })
}

export function limitedNotices(notices: readonly SourceNotice[]): readonly SourceNotice[] {
  const more = notices.length - maxNotices
  if (more <= 0) return notices
  const message = `${more} more notices about plugins are left out.`
  return [...notices.slice(0, maxNotices), { code: 'entry.invalid', message }]
}
