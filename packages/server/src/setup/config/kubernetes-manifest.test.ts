import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'

const root = join(import.meta.dirname, '../../../../..')
const text = readFileSync(join(root, 'deploy/kubernetes.yaml'), 'utf8')

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}
interface Container {
  readonly securityContext: object
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly volumeMounts: readonly { readonly mountPath: string }[]
  readonly startupProbe: Probe
  readonly livenessProbe: Probe
  readonly readinessProbe: Probe
}
interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data: Record<string, string>
  readonly spec: {
    readonly replicas: number
    readonly selector: Record<string, string> & { readonly matchLabels: object }
    readonly template: {
      readonly metadata: { readonly labels: object }
      readonly spec: { readonly securityContext: object; readonly containers: Container[] }
    }
  }
}

const documents = parseAllDocuments(text)
const manifests = documents.map((one) => one.toJS() as Manifest)
const only = (kind: string) => manifests.find((one) => one.kind === kind) as Manifest

it('the manifests are readable, and the service finds the pods', () => {
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
  expect(manifests.map(({ kind }) => kind)).toEqual([
    ...['ConfigMap', 'Deployment', 'Service', 'PodDisruptionBudget'],
  ])
  const { selector, template } = only('Deployment').spec
  expect(template.metadata.labels).toEqual(selector.matchLabels)
  expect(template.metadata.labels).toMatchObject(only('Service').spec.selector)
})

it('the pods run as the account of the image, without root, and write only where the image writes', () => {
  const image = readFileSync(join(root, 'Containerfile'), 'utf8')
  const { securityContext, containers } = only('Deployment').spec.template.spec
  const [, user] = /^USER (\d+):/m.exec(image) ?? []
  expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: Number(user) })
  expect(containers).toHaveLength(1)
  const [server] = containers as [Container]
  expect(server.securityContext).toMatchObject({
    ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
    capabilities: { drop: ['ALL'] },
  })
  const [, port] = /^EXPOSE (\d+)$/m.exec(image) ?? []
  expect(server.ports).toEqual([{ name: 'http', containerPort: Number(port) }])
  expect(server.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp'])
  for (const probe of [server.startupProbe, server.livenessProbe])
    expect(probe.httpGet).toEqual({ path: '/healthz', port: 'http' })
  expect(server.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' })
})

it('the pods answer under the name of their service', () => {
  const { REPERTOIRE_ALLOWED_HOSTS: hosts = '' } = only('ConfigMap').data
  const { name } = only('Service').metadata
  expect(hosts.split(',')).toEqual(
    ['', '.repertoire', '.repertoire.svc', '.repertoire.svc.cluster.local'].map(
      (end) => name + end,
    ),
  )
})

it('every setting is one that the server documents', () => {
  const documented = readFileSync(join(root, 'docs/reference/settings.md'), 'utf8')
  const secrets = [...text.matchAll(/--from-literal=([A-Z_]+)=/g)].map(([, name = '']) => name)
  expect(secrets).toContain('DATABASE_URL')
  for (const name of [...Object.keys(only('ConfigMap').data), ...secrets]) {
    expect(documented).toContain(name)
  }
})
