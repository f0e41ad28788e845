import { join } from 'node:path'
import type { Problem } from '@repertoire/core/base'
import type { IntegrationManifest } from '@repertoire/core/ports'
import { z } from 'zod'
import { integrationLimits } from './limits.ts'
import { invalidPath, manifestInvalid, manifestMissing, notFollowed, tooLarge } from './problems.ts'
import { isAbsent, isNotAFile, readRegularFile } from './read-file.ts'
import { readYamlKeys } from './read-yaml-keys.ts'

const domainPattern = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/
const maxDomainLength = 64

/** Whether a folder name is a valid domain. */
export function isDomain(name: string): boolean {
  return name.length <= maxDomainLength && domainPattern.test(name)
}

const plainString = z
  .string({ error: ({ input }) => (input === undefined ? 'is missing' : 'must be text') })
  .trim()
  .regex(/^\P{Cc}*$/u, 'must not hold control characters')
const homepage = plainString
  .max(500)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), 'must be an http(s) address')

/** Unknown keys are ignored. */
const manifestSchema = z.looseObject({
  domain: plainString.optional(),
  name: plainString.min(1, 'is empty').max(100),
  version: plainString.min(1, 'is empty').max(64),
  description: plainString.max(1024).optional(),
  homepage: homepage.optional(),
})

export type ManifestReading =
  | { readonly manifest: IntegrationManifest; readonly problem?: undefined }
  | { readonly problem: Problem; readonly manifest?: undefined }

const fileName = 'manifest.yaml'

/** Reads `<folder>/manifest.yaml` of the integration `domain`; never throws because of its content. */
export async function readManifest(folder: string, domain: string): Promise<ManifestReading> {
  const path = `${domain}/${fileName}`
  try {
    const read = await readRegularFile(join(folder, fileName), integrationLimits.manifestBytes)
    if (read.kind === 'special') return { problem: notFollowed(path) }
    if (read.kind === 'too-large') {
      const what = `at most ${integrationLimits.manifestBytes} bytes are read`
      return { problem: tooLarge(path, what) }
    }
    return parseManifest(read.bytes, domain)
  } catch (error) {
    if (isAbsent(error)) return { problem: manifestMissing(path) }
    return { problem: isNotAFile(error) ? notFollowed(path) : invalidPath(path, error) }
  }
}

/** Parses a manifest. */
export function parseManifest(bytes: Uint8Array, domain: string): ManifestReading {
  const path = `${domain}/${fileName}`
  const invalid = (why: string): ManifestReading => ({ problem: manifestInvalid(path, why) })
  const { values, fault } = readYamlKeys(bytes)
  if (fault !== undefined) return invalid(fault)
  const parsed = manifestSchema.safeParse(values)
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path: at, message }) =>
      `${at.join('.')} ${message}`.trim(),
    )
    return invalid(issues.join('; '))
  }
  const { name, version, description = '', homepage = null } = parsed.data
  const declaredDomain = parsed.data.domain ?? domain
  if (declaredDomain !== domain) return invalid(`its domain is ${JSON.stringify(declaredDomain)}`)
  return { manifest: { domain, name, version, description, homepage } }
}
