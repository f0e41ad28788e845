import type { PackageFile } from '../package/package-file.ts'
import { standardSkillMd } from './standard-skill-md.ts'

export interface StandardPackage {
  /** Valid in the open format; the name of the folder. */
  readonly name: string
  readonly files: PackageFile[]
}

/** The package with its SKILL.md in the standard form; other files stay. Throws InvalidSkillMd. */
export function standardPackage(files: readonly PackageFile[], slug: string): StandardPackage {
  let name = slug
  const standard = files.map((file) => {
    if (file.path !== 'SKILL.md') return file
    const written = new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes)
    const made = standardSkillMd(written, slug)
    name = made.name
    return { ...file, bytes: new TextEncoder().encode(made.source) }
  })
  return { name, files: standard }
}
