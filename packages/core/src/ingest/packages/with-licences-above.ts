import type { Diagnostic } from '@repertoire/skill-md'
import { packageLimits } from '@repertoire/skill-md'
import { licencesAbove } from '@repertoire/skill-md/licence'
import type { PackageFile } from '../../domain/skill.ts'
import { signatureFile } from '../../domain/trusted-signer.ts'

interface PackageBelowLicences {
  readonly files: readonly PackageFile[]
  readonly licences: readonly { readonly path: string; readonly text: string }[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * A package with the licence files that stand above its folder, so that they stay with every copy of it. A signed package
 * stays as it was signed, and none of them makes a package too large. Without any, the same `files`. Pure.
 */
export function withLicencesAbove({
  files,
  licences,
  diagnostics,
}: PackageBelowLicences): Pick<PackageBelowLicences, 'files' | 'diagnostics'> {
  if (licences.length === 0) return { files, diagnostics }
  const { added, leftOut } = licencesAbove(files, licences)
  const isSigned = files.some(({ path }) => path === signatureFile)
  const isFull = !fits([...files, ...added])
  const paths = [...leftOut, ...(isSigned || isFull ? added.map(({ path }) => path) : [])]
  const found = [...diagnostics, ...paths.map(licenceLeftOut)]
  if (added.length === 0 || isSigned || isFull) return { files, diagnostics: found }
  return { files: [...files, ...added], diagnostics: [...found, ...added.map(licenceAdded)] }
}

function fits(files: readonly PackageFile[]): boolean {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  return files.length <= packageLimits.files && size <= packageLimits.packageBytes
}

function licenceAdded({ path }: PackageFile): Diagnostic {
  return {
    ...{ code: 'package.licence-added', severity: 'info', line: 1, column: 1 },
    message: `${path} comes from above the folder, which has no licence file itself.`,
  }
}

function licenceLeftOut(path: string): Diagnostic {
  return {
    ...{ code: 'package.licence-left-out', severity: 'warning', line: 1, column: 1 },
    message: `${path} stands above the folder and could not be added: the skill is signed or full, the file is too long, or something else has its name.`,
    fix: 'Put the licence into the folder of the skill.',
  }
}
