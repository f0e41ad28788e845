import { createHash } from 'node:crypto'
import { type PackageFile, signatureFile } from '@repertoire/core/domain'
import { z } from 'zod'

const predicateType = 'https://model_signing/signature/v1.0'
const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)

const statementSchema = z.object({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  subject: z.array(z.object({ digest: z.object({ sha256: sha256Hex }) })).length(1),
  predicateType: z.literal(predicateType),
  predicate: z.object({
    serialization: z.object({ ignore_paths: z.array(z.string()).default([]) }).default({
      ignore_paths: [],
    }),
    resources: z
      .array(z.object({ name: z.string(), digest: sha256Hex, algorithm: z.literal('sha256') }))
      .min(1)
      .max(10_000),
  }),
})

/** Paths that signers leave out because git writes them. */
const pathsOfGit: readonly string[] = ['.git', '.gitignore', '.gitattributes', '.github']
/** Those of them that may be there unsigned: they change nothing of a skill. */
const unsignedFiles: readonly string[] = ['.gitignore', '.gitattributes']

/**
 * Why a signed statement does not stand for exactly these files; null when it does. Every file but the signature
 * itself has to be signed, and every signed one has to be here unchanged. Pure.
 */
export function manifestFault(payload: Uint8Array, files: readonly PackageFile[]): string | null {
  const statement = parseStatement(payload)
  if (!statement) return 'The signed statement is not a manifest of files with SHA-256.'
  const { resources, serialization } = statement.predicate
  const ignored = serialization.ignore_paths.map((path) => path.replace(/\/+$/, ''))
  const strange = ignored.find((path) => path !== signatureFile && !pathsOfGit.includes(path))
  if (strange !== undefined) return `The signature leaves out ${JSON.stringify(strange)}.`
  if (statement.subject[0]?.digest.sha256 !== subjectOf(resources)) {
    return 'The digest of the signed manifest is not the one of its files.'
  }
  const signed = new Map(resources.map(({ name, digest }) => [name, digest]))
  if (signed.size !== resources.length) return 'The signed manifest has one file twice.'
  return differenceOf(signed, files)
}

function differenceOf(
  signed: ReadonlyMap<string, string>,
  files: readonly PackageFile[],
): string | null {
  const here = new Map(files.map(({ path, bytes }) => [path, bytes]))
  for (const [name, digest] of signed) {
    const bytes = here.get(name)
    if (!bytes) return `The signed file ${JSON.stringify(name)} is missing.`
    if (sha256(bytes) !== digest) return `${JSON.stringify(name)} was changed after it was signed.`
  }
  const extra = [...here.keys()].find(
    (path) => path !== signatureFile && !unsignedFiles.includes(path) && !signed.has(path),
  )
  return extra === undefined ? null : `${JSON.stringify(extra)} is not signed.`
}

function parseStatement(payload: Uint8Array) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(payload)
    return statementSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** The in-toto statement for these files, to be signed. Pure. */
export function statementFor(name: string, files: readonly PackageFile[]): Uint8Array {
  const resources = files
    .filter(({ path }) => path !== signatureFile)
    .map(({ path, bytes }) => ({ name: path, digest: sha256(bytes), algorithm: 'sha256' }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name, digest: { sha256: subjectOf(resources) } }],
    predicateType,
    predicate: {
      serialization: {
        ...{ method: 'files', hash_type: 'sha256', allow_symlinks: false },
        ignore_paths: [signatureFile],
      },
      resources,
    },
  }
  return Buffer.from(JSON.stringify(statement))
}

/** Over the digests as bytes, in their order. */
function subjectOf(resources: readonly { readonly digest: string }[]): string {
  const hash = createHash('sha256')
  for (const { digest } of resources) hash.update(digest, 'hex')
  return hash.digest('hex')
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
