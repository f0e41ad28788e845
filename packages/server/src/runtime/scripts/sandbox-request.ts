import type { UserId } from '@repertoire/core/base'
import { queueKeyOf, type ScriptSkill } from '@repertoire/core/domain'
import {
  type ScriptRequest,
  skillNotFound,
  type TenantStore,
  type WorkspaceFile,
} from '@repertoire/core/ports'
import {
  commandWithFolders,
  namesBaseDir,
  revisionOf,
  skillFolder,
  skillFolderVariables,
  visibleFiles,
  withSkillFolder,
} from '@repertoire/core/use'
import type { ExecutionLimits, ExecutionRequest, SandboxFile } from '@repertoire/sandbox'

/** File name of a command. No skill folder can have this name. */
const commandFile = '.command.sh'

export interface SandboxRequestParts {
  readonly tenant: TenantStore
  /** The conversation's files. Empty without a conversation. */
  readonly folder: readonly WorkspaceFile[]
  /** By name. */
  readonly secrets: Readonly<Record<string, string>>
  readonly limits: ExecutionLimits
}

/** Translates a script request for the sandbox, which knows files and texts but no skills. */
export async function toSandboxRequest(
  request: ScriptRequest,
  { tenant, folder, secrets, limits }: SandboxRequestParts,
): Promise<ExecutionRequest> {
  const { runtime, args, stdin, skill, entry } = request
  const last = skill ? null : (request.mountedSkills.at(-1)?.slug ?? null)
  const variables = skill || last !== null ? skillFolderVariables(skillFolder(last)) : {}
  return {
    runtime,
    entry: skill ? entry : commandFile,
    args: skill ? args.map(withSkillFolder) : args,
    stdin: Buffer.from(stdin),
    files: skill
      ? await skillFiles(tenant, request.principal.userId, skill)
      : await commandFiles(tenant, request),
    workspace: await workspaceFiles(tenant, folder, request),
    env: { ...variables, ...secrets },
    layers: [],
    limits,
    queueKey: queueKeyOf(request.principal),
  }
}

async function commandFiles(tenant: TenantStore, request: ScriptRequest): Promise<SandboxFile[]> {
  const { entry, mountedSkills, principal } = request
  const baseDirOf = namesBaseDir(entry) ? await skillNamingBaseDir(tenant, request) : null
  const command = commandWithFolders(entry, baseDirOf)
  const files = [{ path: commandFile, bytes: Buffer.from(`${command}\n`), executable: false }]
  const folders = mountedSkills.map(async (skill) => {
    const own = await skillFiles(tenant, principal.userId, skill)
    return own.map((file) => ({ ...file, path: `${skill.slug}/${file.path}` }))
  })
  return [...files, ...(await Promise.all(folders)).flat()]
}

/** The skill given last whose instructions write `{baseDir}`: elsewhere it may be text of a program. */
async function skillNamingBaseDir(
  { skills }: TenantStore,
  { mountedSkills, principal }: ScriptRequest,
): Promise<string | null> {
  for (const { skillId, slug, digest } of mountedSkills.toReversed()) {
    const content = await skills.content(principal.userId, skillId, digest)
    if (content && namesBaseDir(content.body)) return slug
  }
  return null
}

/** All files of exactly this revision. */
async function skillFiles(
  { skills }: TenantStore,
  viewer: UserId,
  { skillId, digest }: ScriptSkill,
): Promise<SandboxFile[]> {
  const skill = await skills.get(viewer, skillId)
  if (!skill) throw skillNotFound(skillId)
  const { manifest } = await revisionOf({ skills, viewer }, skill, digest)
  const files: SandboxFile[] = []
  for (const { path, executable } of manifest) {
    const bytes = await skills.file(viewer, skillId, digest, path)
    if (!bytes) throw skillNotFound(skillId)
    files.push({ path, bytes, executable })
  }
  return files
}

/** The files of the conversation's folder that the script may see. */
async function workspaceFiles(
  { workspace }: TenantStore,
  folder: readonly WorkspaceFile[],
  { conversationId, principal, skill, inputs }: ScriptRequest,
): Promise<SandboxFile[]> {
  if (conversationId === null) return []
  const viewer = principal.userId
  const view = { skillId: skill?.skillId ?? null, inputs }
  const files: SandboxFile[] = []
  for (const { path } of visibleFiles(folder, view)) {
    const bytes = await workspace.read(viewer, conversationId, path)
    if (bytes) files.push({ path, bytes, executable: false })
  }
  return files
}

/** Limits of one execution, never above the server's. */
export function limitsFor(
  defaults: ExecutionLimits,
  { wallMs, timeoutSeconds }: { readonly wallMs: number | null; readonly timeoutSeconds: number },
): ExecutionLimits {
  const maxMs = timeoutSeconds * 1000
  // A call changes only the wall time, because warm sandboxes exist for one set of the other limits.
  return { ...defaults, wallMs: Math.min(wallMs ?? maxMs, maxMs), cpuSeconds: timeoutSeconds }
}
