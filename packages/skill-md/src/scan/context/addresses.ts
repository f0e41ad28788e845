const address =
  /\b(?:https?|ftp):\/\/([^\s/"'`?#<>()|;&\\,\]]{1,253})(\/[^\s"'`?#<>()|;&\\]{0,200})?/g
/** A host without a scheme, as curl and wget take it. */
const bareHost =
  /\b(?:curl|wget|fetch|iwr|irm)\s(?:[^\n|;&]{0,80}\s)?["']?((?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24})(\/[^\s"'`?#|;&]{0,200})/g

/** Where an address leads: the host that answers, and the path. */
export interface Address {
  readonly host: string
  readonly path: string
}

/** Every address of a folded text. What stands before an `@` is a user's name, not the host. Pure. */
export function addressesIn(folded: string): readonly Address[] {
  const found: Address[] = []
  for (const pattern of [address, bareHost]) {
    for (const [, authority = '', path = ''] of folded.matchAll(pattern)) {
      found.push({ host: hostOf(authority), path })
    }
  }
  return found
}

function hostOf(authority: string): string {
  const named = authority.slice(authority.lastIndexOf('@') + 1)
  const bare = named.startsWith('[') ? named : named.replace(/:[^:]{0,40}$/, '')
  return bare.replace(/\.$/, '')
}

/** Compared as a whole, so that a known name cannot be the beginning of another one. */
const installerHosts: ReadonlySet<string> = new Set([
  ...['sh.rustup.rs', 'rustup.rs', 'static.rust-lang.org', 'bun.sh', 'bun.com', 'astral.sh'],
  ...['deno.land', 'get.pnpm.io', 'get.docker.com', 'brew.sh', 'deb.nodesource.com', 'claude.ai'],
  ...['rpm.nodesource.com', 'cli.github.com', 'install.python-poetry.org', 'bootstrap.pypa.io'],
  ...['get.helm.sh', 'starship.rs', 'foundry.paradigm.xyz', 'sdk.cloud.google.com', 'aka.ms'],
  ...['fly.io', 'railway.app', 'railway.com', 'ollama.com', 'dl.google.com', 'vercel.com'],
  ...['supabase.com', 'cursor.com', 'opencode.ai', 'mise.run', 'get.sdkman.io', 'pixi.sh'],
  ...['fluxcd.io', 'run.linkerd.io', 'community.chocolatey.org', 'chocolatey.org', 'get.scoop.sh'],
  ...['aliyuncli.alicdn.com', 'tailscale.com', 'get.rvm.io', 'istio.io'],
  ...['getcomposer.org', 'nixos.org', 'install.determinate.systems', 'get.volta.sh', 'get.k3s.io'],
  ...[
    'get.nextflow.io',
    'install.duckdb.org',
    'dot.net',
    'code-server.dev',
    'cli.doppler.com',
    'get.pulumi.com',
    'install.pi-hole.net',
    'install.julialang.org',
  ],
])
/** Owners whose installers lie on a host that everybody can write to. */
const installerOwners = new Set([
  ...['homebrew', 'nvm-sh', 'ohmyzsh', 'helm', 'pyenv', 'asdf-vm', 'denoland', 'oven-sh'],
  ...['render-oss', 'argoproj', 'istio', 'k3d-io', 'dapr', 'fluxcd', 'linkerd', 'rancher'],
  ...['astral-sh', 'aquasecurity', 'anchore', 'golangci', 'kubernetes', 'hashicorp'],
])

/** Whether an address is one of an installer that people know. */
export function isKnownInstaller({ host, path }: Address): boolean {
  if (installerHosts.has(host)) return true
  if (host !== 'raw.githubusercontent.com') return false
  return installerOwners.has(path.split('/')[1] ?? '')
}

/** This machine. A name that only begins like one of these is another machine. */
export function isLoopback({ host }: Address): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0|host\.docker\.internal)$/.test(host)
}

/** A host that documents use as an example: nobody can answer there. */
export function isReserved({ host }: Address): boolean {
  return (
    /(?:^|\.)(?:example|invalid|test|localhost)$/.test(host) ||
    /(?:^|\.)example\.(?:com|org|net)$/.test(host) ||
    /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}$/.test(host)
  )
}

/** Whether there is an address, and each of them is of this kind. */
export function areAll(
  addresses: readonly Address[],
  isKind: (address: Address) => boolean,
): boolean {
  return addresses.length > 0 && addresses.every(isKind)
}
