import { ProblemError, type TenantId } from '@repertoire/core/base'
import { type Principal, type Skill, skillWriteProblem } from '@repertoire/core/domain'
import type { ScriptRequest, Store } from '@repertoire/core/ports'
import { minSecretLength } from '../redaction/secret-forms.ts'
import { type Encryptor, lazyEncryptor } from './encryption.ts'

/** Limit of one value in bytes. */
const maxSecretBytes = 16 * 1024
const maxSecrets = 50
/** Variables that the sandbox or the interpreters interpret. A secret must not change how they start. */
const reservedNames =
  /^(PATH|HOME|PWD|SHELL|USER|IFS|ENV|TZ|TMPDIR|LANG.*|BASH.*|PYTHON.*|(LC|LD|NODE|UV|MALLOC|GLIBC|SSL|OPENSSL)_.*)$/

/**
 * Secrets of skills: stored encrypted, and decrypted only for the environment of the skill's own executions.
 */
export interface SkillSecrets {
  /** Throws ProblemError `secret.bad-name`, `secret.bad-value`, `secret.too-many` or `secret.key-missing`. */
  put(
    by: Principal,
    skill: Skill,
    secret: { name: string; value: string; now: number },
  ): Promise<void>
  /** Environment variables of one execution: for a skill's script that skill's secrets, for a command none. */
  environmentFor(request: ScriptRequest): Promise<Readonly<Record<string, string>>>
}

export function createSkillSecrets(store: Store, loadKey: () => Promise<Uint8Array>): SkillSecrets {
  const getEncryptor = lazyEncryptor(loadKey)
  return {
    put: async (by, skill, { name, value, now }) => {
      const problem = skillWriteProblem(by, skill.scope, skill)
      if (problem) throw new ProblemError(problem)
      checkSecret(name, value)
      const { skillSecrets } = store.tenant(by.tenantId)
      const known = await skillSecrets.list(skill.id)
      if (known.length >= maxSecrets && known.every((one) => one.name !== name)) throw tooMany()
      const encrypted = (await getEncryptor()).encrypt(
        value,
        contextOf(by.tenantId, skill.id, name),
      )
      const secret = { name, encrypted, updatedAt: now, updatedBy: by.userId }
      await skillSecrets.put(skill.id, secret, skill.scope)
    },
    environmentFor: async ({ principal: { tenantId }, skill }) => {
      if (!skill) return {}
      const kept = await store.tenant(tenantId).skillSecrets.encrypted(skill.skillId)
      if (kept.length === 0) return {}
      const encryptor = await getEncryptor()
      return Object.fromEntries(
        kept.map(({ name, encrypted }) => [
          name,
          decryptSecret(encryptor, encrypted, contextOf(tenantId, skill.skillId, name)),
        ]),
      )
    },
  }
}

function contextOf(tenantId: TenantId, skillId: string, name: string): readonly string[] {
  return [tenantId, skillId, name]
}

function decryptSecret(
  encryptor: Encryptor,
  encrypted: string,
  context: readonly string[],
): string {
  try {
    return encryptor.decrypt(encrypted, context)
  } catch {
    throw new ProblemError({
      code: 'secret.cannot-open',
      kind: 'conflict',
      message: `The secret ${context.at(-1)} of this skill was encrypted with another key and cannot be decrypted. Nothing was run.`,
      hint: 'Set it again, or give the server the key it had (REPERTOIRE_SECRET_KEY, or secret.key in the data folder).',
    })
  }
}

function checkSecret(name: string, value: string): void {
  if (!/^[A-Z_][A-Z0-9_]{0,99}$/.test(name) || reservedNames.test(name)) {
    throw new ProblemError({
      code: 'secret.bad-name',
      kind: 'invalid',
      message: `A secret cannot be named ${JSON.stringify(name.slice(0, 100))}.`,
      hint: 'Name it as an environment variable of your own: capital letters, digits and _, such as CRM_TOKEN.',
    })
  }
  const bytes = Buffer.byteLength(value)
  if (value.length >= minSecretLength && bytes <= maxSecretBytes && !value.includes('\0')) return
  throw new ProblemError({
    code: 'secret.bad-value',
    kind: 'invalid',
    message: `A secret has ${minSecretLength} characters at least, ${maxSecretBytes} bytes at most, and no NUL.`,
    hint: 'Shorter ones could not be kept out of what scripts print.',
  })
}

function tooMany(): ProblemError {
  return new ProblemError({
    code: 'secret.too-many',
    kind: 'conflict',
    message: `A skill has at most ${maxSecrets} secrets.`,
    hint: 'Remove one that is no longer needed.',
  })
}
