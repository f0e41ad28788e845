import { type Problem, ProblemError, type RevisionDigest } from '@repertoire/core/base'
import type { PackageFile } from '@repertoire/core/domain'
import { importSkills } from '@repertoire/core/ingest'
import { filesOfRevision, revisionOfDigest } from '@repertoire/core/keep'
import { type ImportedPackage, skillRoutes } from '@repertoire/protocol'
import { type Diagnostic, standardPackage } from '@repertoire/skill-md'
import { readSkillZip } from '@repertoire/skill-md/zip'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { createPackageZipWriter } from '../../storage/packing/package-zip-writer.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { isNotModified } from '../base/conditional-requests.ts'
import { toDiagnosticBody } from '../wire/diagnostic.ts'
import { toSkillSummary } from '../wire/skill.ts'
import { toStatedSource } from '../wire/stated-source.ts'
import { acknowledgedOf } from './acknowledged-findings.ts'
import { type PackageUpload, readPackageUpload } from './package-upload.ts'
import { visibleSkill } from './visible-skill.ts'

/** Import and export of one skill as one file. */
export function bindSkillPackages(bind: BindRoute, app: Application): void {
  const packer = createPackageZipWriter()

  bind(skillRoutes.importPackage, async (call) => {
    const upload = await readPackageUpload(call.request, call.query)
    const { outcome, diagnostics } = await app.importQueue.run(call.caller.principal, async () => {
      const { path, files, diagnostics } = await unpack(upload)
      const [outcome] = await importSkills(catalogOf(app, call.caller), actorOf(call), {
        scope: upload.scope,
        items: [{ path, files, overrides: upload.overrides }],
        source: toStatedSource(call.query),
        overwrite: call.query.overwrite === 'true',
        acknowledged: acknowledgedOf(upload.acknowledged ?? call.query.acknowledged_findings),
      })
      return { outcome, diagnostics }
    })
    if (!outcome) throw new Error('an import of one skill had no outcome')
    if (outcome.status === 'refused') throw new ProblemError(outcome.problem)
    const body: ImportedPackage = {
      status: outcome.status,
      skill: toSkillSummary(outcome.skill),
      repaired: outcome.repaired,
      diagnostics: [...diagnostics, ...outcome.diagnostics].map(toDiagnosticBody),
    }
    return { body, status: outcome.status === 'created' ? 201 : 200 }
  })

  bind(skillRoutes.exportPackage, async (call) => {
    const { params, query, caller, request } = call
    const skill = await visibleSkill(app, caller, params.id)
    const { store } = catalogOf(app, caller)
    const viewer = caller.principal.userId
    const digest = query.digest as RevisionDigest | undefined
    const revision = await revisionOfDigest(store, { viewer, skill, digest })
    const isOriginal = query.form === 'original'
    const etag = isOriginal ? `"${revision.digest}"` : `"${revision.digest};standard-2"`
    if (isNotModified(request.headers, etag)) {
      return new Response(null, { status: 304, headers: { etag } })
    }
    const wanted = { id: skill.id, revision }
    const stored = await filesOfRevision(store.skills, viewer, wanted)
    const { name, files } = isOriginal
      ? { name: skill.slug, files: stored }
      : standardPackage(stored, skill.slug)
    // Markdown alone cannot carry the executable bit.
    const isMore = files.length > 1 || files.some(({ executable }) => executable)
    const asZip = query.format === 'zip' || isMore
    const bytes = asZip ? await packer.pack(name, files) : files[0]?.bytes
    await recordAudit(app, call, {
      ...{ action: 'skill-exported', target: skill.id },
      details: { slug: skill.slug, digest: revision.digest, bytes: bytes?.length ?? 0 },
    })
    return new Response(new Uint8Array(bytes ?? []), {
      headers: {
        'content-type': asZip ? 'application/zip' : 'text/markdown; charset=utf-8',
        // A slug and a name have only lower-case letters, digits, dots, hyphens and underscores.
        'content-disposition': `attachment; filename="${name}.${asZip ? 'zip' : 'md'}"`,
        etag,
      },
    })
  })
}

interface Unpacked {
  readonly path: string
  readonly files: readonly PackageFile[]
  readonly diagnostics: readonly Diagnostic[]
}

async function unpack({ bytes, filename, isZip }: PackageUpload): Promise<Unpacked> {
  if (!isZip) {
    if (isOtherArchive(bytes)) throw new ProblemError(notAZip(filename))
    const files = [{ path: 'SKILL.md', bytes, executable: false }]
    return { path: filename, files, diagnostics: [] }
  }
  const zip = await readSkillZip(bytes)
  if (!zip.ok) throw new ProblemError(zip.problem)
  const { root, files, diagnostics } = zip
  return { path: root ?? filename.replace(/\.(?:zip|skill)$/i, ''), files, diagnostics }
}

/** Gzip, bzip2, xz, Zstandard, 7-Zip and RAR by their first bytes. A tar begins with a file name, and its mark comes late. */
function isOtherArchive(bytes: Uint8Array): boolean {
  const startsAt = (at: number, mark: string) =>
    Buffer.from(bytes.subarray(at, at + mark.length)).toString('latin1') === mark
  return startsAt(257, 'ustar') || archiveMarks.some((mark) => startsAt(0, mark))
}

const archiveMarks = [
  '\u001f\u008b',
  'BZh',
  '\u00fd7zXZ',
  '(\u00b5/\u00fd',
  '7z\u00bc\u00af',
  'Rar!\u001a',
]

function notAZip(filename: string): Problem {
  return {
    code: 'zip.other-format',
    kind: 'unsupported',
    message: `${JSON.stringify(filename.slice(-200))} is an archive of another format; only zip is read here.`,
    hint: 'Create a zip of the folder of the skill, or send its SKILL.md.',
  }
}
