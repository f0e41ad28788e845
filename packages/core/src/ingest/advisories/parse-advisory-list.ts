import { z } from 'zod'
import { ProblemError } from '../../base/errors.ts'
import type { RevisionDigest } from '../../base/ids.ts'
import type { AdvisoryListContent } from '../../domain/advisory.ts'
import { listInvalid } from '../origin/advisory-problems.ts'

/** Bytes of a list. */
export const maxAdvisoryListBytes = 2 * 1024 * 1024
const maxAdvisories = 10_000
const maxNames = 1_000

// Texts of a list are shown on the page and in terminals.
const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .transform((text) => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim())
    .refine((text) => text !== '')

const advisorySchema = z.object({
  id: line(100),
  severity: z.enum(['info', 'low', 'medium', 'high', 'critical']),
  reason: line(1_000),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullable()
    .default(null),
  digests: z
    .array(z.string().regex(/^sha256:[0-9a-f]{64}$/))
    .max(maxNames)
    .default([]),
  publishers: z.array(line(300)).max(maxNames).default([]),
  sources: z.array(line(2_000)).max(maxNames).default([]),
})

const listSchema = z.object({
  version: z.literal(1),
  serial: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  expires_at: z.iso.datetime({ offset: true }).nullable().default(null),
  advisories: z.array(advisorySchema).max(maxAdvisories),
})

/** Reads a list whose signature is good. Fields that are unknown are left out. Throws ProblemError `advisories.invalid`. Pure. */
export function parseAdvisoryList(bytes: Uint8Array): AdvisoryListContent {
  if (bytes.length > maxAdvisoryListBytes) throw new ProblemError(listInvalid('It is too large.'))
  const parsed = listSchema.safeParse(jsonOf(bytes))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const where = issue?.path.join('.') || 'the whole'
    throw new ProblemError(listInvalid(`${where}: ${issue?.message ?? 'not as expected'}.`))
  }
  const { serial, expires_at: expiresAt, advisories } = parsed.data
  const ids = new Set(advisories.map(({ id }) => id))
  if (ids.size !== advisories.length) throw new ProblemError(listInvalid('An id is there twice.'))
  return {
    serial,
    expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
    advisories: advisories.map((one) => ({ ...one, digests: one.digests as RevisionDigest[] })),
  }
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ProblemError(listInvalid('It is no JSON in UTF-8.'))
  }
}
