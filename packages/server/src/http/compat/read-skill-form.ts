import { ProblemError } from '@repertoire/core/base'
import type { PackageFile } from '@repertoire/core/domain'
import { skillRoutes } from '@repertoire/protocol'
import { packageLimits } from '@repertoire/skill-md'
import { commonFolder, isIgnoredEntry, readSkillZip } from '@repertoire/skill-md/zip'
import { readBody } from '../base/middleware/body-limit.ts'
import { hasZipSignature, invalidForm, readForm } from '../base/read-form.ts'

/** A skill as the vendors' SDKs upload it. */
export interface SkillForm {
  /** The folder that all files are in; `SKILL.md` without one. */
  readonly path: string
  readonly files: readonly PackageFile[]
  /** Fields of the form besides its files. */
  readonly fields: ReadonlyMap<string, string>
}

const maxFields = 8
const fileFields: ReadonlySet<string> = new Set(['files', 'files[]'])

/**
 * The files of a form, each with its path as its file name, or one zip. Throws ProblemError `request.unsupported-type`,
 * `request.too-large`, `request.invalid`, and those of `readSkillZip`.
 */
export async function readSkillForm(
  request: Request,
  knownFields: readonly string[],
): Promise<SkillForm> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data *;/i.test(contentType)) throw unsupported(contentType)
  const bytes = await readBody(request, skillRoutes.importPackage.bodyLimit)
  const form = await readForm(bytes, contentType, packageLimits.files + maxFields)
  const files: File[] = []
  const fields = new Map<string, string>()
  for (const [name, value] of form) {
    const isFile = value instanceof File
    if (isFile !== fileFields.has(name) || (!isFile && !knownFields.includes(name))) {
      throw invalidForm(`body.${name}`, 'Unknown field.')
    }
    if (isFile) files.push(value)
    else fields.set(name, value)
  }
  if (files.length === 0) throw invalidForm('body.files', 'The files of the skill are missing.')
  return { ...(await unpack(files)), fields }
}

async function unpack(uploaded: readonly File[]): Promise<Pick<SkillForm, 'path' | 'files'>> {
  const all = await Promise.all(
    uploaded.map(async (file) => ({ path: file.name, bytes: await bytesOf(file) })),
  )
  const [only] = all
  if (all.length === 1 && only && isZip(only)) return unpackZip(only)
  const kept = all.filter(({ path }) => !isIgnoredEntry(path))
  const root = commonFolder(kept.map(({ path }) => path))
  const from = root === undefined ? 0 : root.length + 1
  const files = kept.map(({ path, bytes }) => ({
    path: path.slice(from),
    bytes,
    executable: false,
  }))
  return { path: root ?? 'SKILL.md', files }
}

interface UploadedFile {
  readonly path: string
  readonly bytes: Uint8Array
}

async function unpackZip({
  path,
  bytes,
}: UploadedFile): Promise<Pick<SkillForm, 'path' | 'files'>> {
  const zip = await readSkillZip(bytes)
  if (!zip.ok) throw new ProblemError(zip.problem)
  return { path: zip.root ?? path.replace(/\.(?:zip|skill)$/i, ''), files: zip.files }
}

function isZip({ path, bytes }: UploadedFile): boolean {
  return hasZipSignature(bytes) || /\.(?:zip|skill)$/i.test(path)
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer())
}

function unsupported(type: string): ProblemError {
  return new ProblemError({
    code: 'request.unsupported-type',
    kind: 'unsupported',
    message: 'Send the files of the skill as multipart/form-data.',
    details: { content_type: type.slice(0, 200) },
  })
}
