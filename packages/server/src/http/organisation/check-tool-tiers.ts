import { ProblemError } from '@repertoire/core/base'
import type { OrganisationSettings } from '@repertoire/core/domain'
import type { AuthoredStore } from '@repertoire/core/ports'
import type { SettingsUpdate } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, catalogOf } from '../base/application.ts'

interface TierChange {
  readonly before: Pick<OrganisationSettings, 'toolTiers'>
  readonly wanted: SettingsUpdate['tool_tiers']
}

/**
 * A rule for a misspelt name looks like protection and protects nothing. Tools of connectors are not looked for: their servers
 * may be away, or come later. Rules from before stay, also where their tool is gone. Throws ProblemError
 * `settings.tool-unknown`.
 */
export async function checkToolTiers(
  app: Application,
  caller: Caller,
  { before, wanted = {} }: TierChange,
): Promise<void> {
  const known = new Set(app.toolsets.flatMap(({ tools }) => tools.map(({ name }) => name)))
  const unknown = Object.keys(wanted).filter(
    (name) =>
      !known.has(name) && !name.startsWith('mcp__') && !Object.hasOwn(before.toolTiers, name),
  )
  if (unknown.length === 0) return
  const authored = await namesOfAuthored(catalogOf(app, caller).store.authored)
  const missing = unknown.find((name) => !authored.has(name))
  if (missing !== undefined) throw unknownTool(missing)
}

async function namesOfAuthored(store: AuthoredStore): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for (let cursor: string | undefined; ; ) {
    const page = await store.list({ kind: 'tool' }, { limit: 200, cursor })
    for (const { name } of page.items) names.add(name)
    if (page.nextCursor === null) return names
    cursor = page.nextCursor
  }
}

function unknownTool(name: string): ProblemError {
  return new ProblemError({
    code: 'settings.tool-unknown',
    kind: 'invalid',
    message: `There is no tool ${JSON.stringify(name.slice(0, 200))}, so a tier for it would protect nothing.`,
    hint: 'Use a name of GET /api/v1/tools; those of connectors are `mcp__connector__tool` or `mcp__connector__*`.',
    details: { tool: name.slice(0, 200) },
  })
}
