import type { QuotaLimits, QuotaNumbers } from '@repertoire/core/domain'
import { z } from 'zod'
import { emptyAsAbsent, wholeNumber } from './variable-kinds.ts'

const limit = z.preprocess(emptyAsAbsent, wholeNumber(0, 1_000_000_000_000).optional())

/** Limits of an organisation and of each person in it, by environment variable. Without a number there is none. */
export const quotaVariables = {
  QUOTA_MIB: limit,
  QUOTA_SKILLS: limit,
  QUOTA_KEYS: limit,
  QUOTA_CONVERSATIONS: limit,
  QUOTA_RUNS_PER_DAY: limit,
  QUOTA_PERSON_MIB: limit,
  QUOTA_PERSON_SKILLS: limit,
  QUOTA_PERSON_KEYS: limit,
  QUOTA_PERSON_CONVERSATIONS: limit,
  QUOTA_PERSON_RUNS_PER_DAY: limit,
}

const overrides = z.record(z.string(), z.strictObject(quotaVariables))

/** `{"ten_4f1c":{"QUOTA_SKILLS":500}}`: other limits for single organisations, as JSON. */
export const quotaOverrides = z.preprocess(
  emptyAsAbsent,
  z
    .string()
    .default('{}')
    .transform((text, context) => {
      const parsed = overrides.safeParse(parseJson(text))
      if (parsed.success) return parsed.data
      context.addIssue('must be JSON: {"<organisation>": {"QUOTA_SKILLS": 500, …}, …}')
      return z.NEVER
    }),
)

export type QuotaVariables = z.infer<z.ZodObject<typeof quotaVariables>>

export interface QuotaSettings {
  readonly all: QuotaLimits
  /** By id of the organisation; complete, with what it does not change. */
  readonly organisations: ReadonlyMap<string, QuotaLimits>
}

export function quotaSettings(
  general: QuotaVariables,
  special: Readonly<Record<string, QuotaVariables>>,
): QuotaSettings {
  const organisations = Object.entries(special).map(
    ([id, own]) => [id, toLimits({ ...general, ...defined(own) })] as const,
  )
  return { all: toLimits(general), organisations: new Map(organisations) }
}

function toLimits(values: QuotaVariables): QuotaLimits {
  return {
    organisation: defined({
      bytes: bytesOf(values.QUOTA_MIB),
      skills: values.QUOTA_SKILLS,
      keys: values.QUOTA_KEYS,
      conversations: values.QUOTA_CONVERSATIONS,
      runs_per_day: values.QUOTA_RUNS_PER_DAY,
    }),
    person: defined({
      bytes: bytesOf(values.QUOTA_PERSON_MIB),
      skills: values.QUOTA_PERSON_SKILLS,
      keys: values.QUOTA_PERSON_KEYS,
      conversations: values.QUOTA_PERSON_CONVERSATIONS,
      runs_per_day: values.QUOTA_PERSON_RUNS_PER_DAY,
    }),
  }
}

function bytesOf(mebibytes: number | undefined): number | undefined {
  return mebibytes === undefined ? undefined : mebibytes * 1024 * 1024
}

function defined<Values extends object>(
  values: Values,
): { readonly [Name in keyof Values]?: Exclude<Values[Name], undefined> } & QuotaNumbers {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as never
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
