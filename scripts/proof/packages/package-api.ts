import assert from 'node:assert/strict'

/** Import and export of packages as a client's script uses them, and the stored skill. */
export interface PackageApi {
  /** Imports the bytes of a zip or a SKILL.md; returns the skill's id. */
  importPackage(bytes: Uint8Array, filename: string): Promise<string>
  skill(id: string): Promise<StoredSkill>
  exportPackage(id: string, form: 'standard' | 'original'): Promise<ExportedPackage>
}

export interface StoredSkill {
  readonly slug: string
  readonly digest: string
  readonly files: readonly { path: string; sha256: string; size: number; executable: boolean }[]
}

export interface ExportedPackage {
  readonly bytes: Buffer
  readonly filename: string
  readonly isZip: boolean
}

export function packageApi(baseUrl: string, key: string): PackageApi {
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) }
    const response = await fetch(`${baseUrl}/api/v1/skills${path}`, { ...init, headers })
    if (response.ok) return response
    throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
  }
  return {
    async importPackage(bytes, filename) {
      const type = filename.endsWith('.zip') ? 'application/zip' : 'text/markdown'
      const send = (more = '') =>
        call(`/import?filename=${encodeURIComponent(filename)}${more}`, {
          method: 'POST',
          headers: { 'content-type': type },
          body: new Uint8Array(bytes),
        })
      // What the scan finds is taken with a yes to exactly this content.
      const response = await send().catch((error: unknown) => {
        const [, digest] = /acknowledged_findings: (sha256:[0-9a-f]{64})/.exec(String(error)) ?? []
        if (digest === undefined) throw error
        return send(`&acknowledged_findings=${digest}`)
      })
      const { skill } = (await response.json()) as { skill: { id: string } }
      return skill.id
    },
    skill: async (id) => (await call(`/${id}`)).json() as Promise<StoredSkill>,
    async exportPackage(id, form) {
      const response = await call(`/${id}/export?form=${form}`)
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')
      assert.ok(name?.[1], 'an export has a file name')
      const isZip = response.headers.get('content-type') === 'application/zip'
      return { bytes: Buffer.from(await response.arrayBuffer()), filename: name[1], isZip }
    },
  }
}
