import { ProblemError } from '@repertoire/core/base'
import { z } from 'zod'
import { logLevels } from '../platform/logger.ts'
import { functionPart, hooksPart, modelPart, toolPart } from '../setup/config-file/program-parts.ts'
import { settingsIssues } from './settings-option.ts'

const text = z.string().min(1)
const isOpenStore = (value: unknown) =>
  typeof value === 'object' && value !== null && 'tenant' in value

const database = z
  .strictObject({ databaseUrl: text, dataDir: text.optional(), blobsUrl: text.optional() })
  .refine(
    ({ dataDir, blobsUrl }) => (dataDir ?? blobsUrl) !== undefined,
    'needs a place for files beside the database: `dataDir`, a folder that stays, or `blobsUrl`, s3://bucket/prefix',
  )

const openStore = z.custom(
  isOpenStore,
  'has to be a folder, { databaseUrl, dataDir }, { databaseUrl, blobsUrl } or an open store',
)

const store = z.unknown().superRefine((value, context) => {
  const isDatabase = typeof value === 'object' && value !== null && !isOpenStore(value)
  const schema = typeof value === 'string' ? text : isDatabase ? database : openStore
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) {
    context.addIssue({ code: 'custom', path: [...path], message })
  }
})

const settings = z.unknown().superRefine((value, context) => {
  for (const { path, message } of settingsIssues(value)) {
    context.addIssue({ code: 'custom', path: [...path], message })
  }
})

const fields = {
  model: modelPart.optional(),
  skills: text.optional(),
  tools: z.array(toolPart).optional(),
  store: store.optional(),
  onApproval: functionPart.optional(),
  hooks: hooksPart.optional(),
  log: z
    .strictObject({ level: z.enum(logLevels).optional(), write: functionPart.optional() })
    .optional(),
  settings: settings.optional(),
}
const schema = z.strictObject(fields)

/** Throws ProblemError `embedding.invalid-option`, which names each field that is wrong, and what is possible. */
export function checkOptions(options: unknown): void {
  const issues = schema.safeParse(options).error?.issues ?? []
  if (issues.length === 0) return
  const lines = issues.map(({ path, message }) => `${path.join('.') || 'options'}: ${message}`)
  throw new ProblemError({
    code: 'embedding.invalid-option',
    kind: 'invalid',
    message: `createRepertoire cannot start with these options. ${lines.join('; ')}.`,
    hint: `The options are ${Object.keys(fields).join(', ')}; docs/embedding.md describes each.`,
    details: { fields: issues.map(({ path }) => path.join('.')) },
  })
}
