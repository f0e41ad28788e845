import { z } from 'zod'
import { count, licenceText, shownText, slugText, sourceText, webAddress } from './registry-text.ts'

const owner = sourceText.nullable().catch(null)
const version = z.string().min(1).max(100)

/** `/.well-known/clawhub.json`. */
export const discovery = z.looseObject({ apiBase: webAddress })

/** A result of `/api/v1/search`. */
export const foundSkill = z.looseObject({
  slug: slugText,
  displayName: shownText(200),
  summary: shownText(1024),
  ownerHandle: owner,
  downloads: count,
})

/** An item of `/api/v1/skills`, and the `skill` of `/api/v1/skills/S`. */
export const listedSkill = z.looseObject({
  slug: slugText,
  displayName: shownText(200),
  summary: shownText(1024),
  stats: z.looseObject({ downloads: count }).catch({ downloads: null }),
})

export const foundList = z.looseObject({ results: z.array(z.unknown()).max(1000) })
export const skillList = z.looseObject({ items: z.array(z.unknown()).max(1000) })

const moderation = z.looseObject({
  isSuspicious: z.boolean().catch(false),
  isMalwareBlocked: z.boolean().catch(false),
  verdict: z.enum(['clean', 'suspicious', 'malicious']).catch('clean'),
  summary: shownText(500),
})

/** `/api/v1/skills/S`. */
export const skillAnswer = z.looseObject({
  skill: listedSkill,
  latestVersion: z.looseObject({ version, license: licenceText }).nullable(),
  owner: z.looseObject({ handle: owner }).nullable().catch(null),
  moderation: moderation.nullish(),
})
export type ClawHubSkill = z.output<typeof skillAnswer>

/** `/api/v1/skills/S/install`. */
export const installAnswer = z.union([
  z.looseObject({ ok: z.literal(true), installKind: z.literal('archive') }),
  z.looseObject({
    ok: z.literal(true),
    installKind: z.literal('github'),
    github: z.looseObject({ repo: shownText(200), commit: shownText(80), path: shownText(400) }),
  }),
  z.looseObject({ ok: z.literal(false), reason: shownText(200), message: shownText(500) }),
])

/** `/api/v1/skills/S/versions/V`, of which only the digests of its files are read. */
export const versionAnswer = z.looseObject({
  version: z.looseObject({
    files: z
      .array(z.looseObject({ path: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/i) }))
      .max(2000)
      .nullable()
      .catch(null),
  }),
})

/** `/api/v1/resolve`. */
export const resolveAnswer = z.looseObject({ match: z.looseObject({ version }).nullable() })
