import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A folder of integrations that a test fills. */
export interface IntegrationsOnDisk {
  readonly folder: string
  /** Writes an integration with one SKILL.md for each name, replacing an existing one. */
  write(domain: string, version: string, skills: Readonly<Record<string, string>>): void
  /** Writes one file below the folder. */
  file(path: string, content: string): void
  removeDomain(domain: string): void
  remove(): void
}

export function createIntegrationsOnDisk(): IntegrationsOnDisk {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-integrations-'))
  const file = (path: string, content: string): void => {
    const whole = join(folder, path)
    mkdirSync(dirname(whole), { recursive: true })
    writeFileSync(whole, content)
  }
  const removeDomain = (domain: string): void => {
    rmSync(join(folder, domain), { recursive: true, force: true })
  }
  return {
    folder,
    file,
    removeDomain,
    write: (domain, version, skills) => {
      removeDomain(domain)
      file(`${domain}/manifest.yaml`, `name: The ${domain}\nversion: ${version}\n`)
      for (const [name, text] of Object.entries(skills)) {
        file(`${domain}/skills/${name}/SKILL.md`, text)
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
