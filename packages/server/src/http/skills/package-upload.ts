import { ProblemError } from '@repertoire/core/base'
import type { SkillScopeKind } from '@repertoire/core/domain'
import { skillCreateSchema, skillRoutes } from '@repertoire/protocol'
import { readBody } from '../base/middleware/body-limit.ts'
import { hasZipSignature, invalidForm, readForm } from '../base/read-form.ts'

/** An uploaded skill. */
export interface PackageUpload {
  readonly bytes: Uint8Array
  /** Name of the uploaded file; `SKILL.md` when none was given. */
  readonly filename: string
  readonly isZip: boolean
  readonly scope: SkillScopeKind
  /** Form fields that are written into its SKILL.md. */
  readonly overrides: { readonly name?: string; readonly description?: string }
  /** The digest whose findings were read, where the form says so. */
  readonly acknowledged?: string | undefined
}

interface UploadQuery {
  readonly scope?: SkillScopeKind | undefined
  readonly filename?: string | undefined
}

/**
 * The file of a form (`file`, with `scope`, `name`, `description`), or the body itself. Throws ProblemError
 * `request.unsupported-type`, `request.too-large`, `request.invalid`.
 */
export async function readPackageUpload(
  request: Request,
  query: UploadQuery,
): Promise<PackageUpload> {
  const contentType = request.headers.get('content-type') ?? ''
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!Object.hasOwn(skillRoutes.importPackage.upload, type)) throw unsupported(contentType)
  const bytes = await readBody(request, skillRoutes.importPackage.bodyLimit)
  const { scope = 'org', filename = 'SKILL.md' } = query
  if (type !== 'multipart/form-data') {
    return { bytes, filename, scope, overrides: {}, isZip: type === 'application/zip' }
  }
  const form = await readForm(bytes, contentType, maxFormParts)
  const file = fileField(form)
  const content = new Uint8Array(await file.arrayBuffer())
  return {
    bytes: content,
    filename: query.filename ?? (file.name.slice(-400) || 'SKILL.md'),
    scope: scopeField(form) ?? scope,
    overrides: overrideFields(form),
    acknowledged: acknowledgedField(form),
    isZip: hasZipSignature(content) || /\.(?:zip|skill)$/i.test(file.name),
  }
}

/**
 * Higher than the number of fields, so that each unknown field is named. A form with thousands of parts is
 * never parsed.
 */
const maxFormParts = 8

const formFields: ReadonlySet<string> = new Set([
  ...['file', 'scope', 'name', 'description', 'acknowledged_findings'],
])

function fileField(form: FormData): File {
  for (const name of form.keys()) {
    if (!formFields.has(name)) throw invalidForm(`body.${name}`, 'Unknown field.')
  }
  const files = form.getAll('file')
  const [file] = files
  if (files.length !== 1 || !(file instanceof File)) {
    throw invalidForm('body.file', 'One file has to be here: a SKILL.md or a zip.')
  }
  return file
}

function scopeField(form: FormData): SkillScopeKind | undefined {
  const scopes = form.getAll('scope')
  const [scope] = scopes
  if (scopes.length === 0) return undefined
  if (scopes.length === 1 && (scope === 'org' || scope === 'user')) return scope
  throw invalidForm('body.scope', 'It has to be "org" or "user".')
}

/** The form of document C. */
function overrideFields(form: FormData): PackageUpload['overrides'] {
  const name = textField(form, 'name')
  const description = textField(form, 'description')
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
  }
}

function acknowledgedField(form: FormData): string | undefined {
  const given = form.getAll('acknowledged_findings')
  if (given.length === 0) return undefined
  const [digest] = given
  if (given.length === 1 && typeof digest === 'string' && digest.length <= 100) return digest
  throw invalidForm('body.acknowledged_findings', 'It has to be one digest.')
}

function textField(form: FormData, field: 'name' | 'description'): string | undefined {
  const given = form.getAll(field)
  if (given.length === 0) return undefined
  const parsed = skillCreateSchema.shape[field].safeParse(given.length === 1 ? given[0] : given)
  if (parsed.success) return parsed.data
  throw invalidForm(`body.${field}`, parsed.error.issues[0]?.message ?? 'It is not a text.')
}

function unsupported(type: string): ProblemError {
  return new ProblemError({
    code: 'request.unsupported-type',
    kind: 'unsupported',
    message: 'Send a form with the file, or the file itself as application/zip or text/markdown.',
    details: { content_type: type.slice(0, 200) },
  })
}
