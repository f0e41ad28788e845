/** Domains that skills of all kinds name: an address there says little. None whose subdomains anybody can get. */
const domains: ReadonlySet<string> = new Set([
  ...['github.com', 'gitlab.com', 'bitbucket.org'],
  ...['npmjs.com', 'npmjs.org', 'pypi.org', 'crates.io', 'docker.com', 'docker.io', 'jsr.io'],
  ...['google.com', 'googleapis.com', 'microsoft.com', 'azure.com', 'office.com', 'apple.com'],
  ...['amazon.com', 'openai.com', 'anthropic.com', 'claude.ai', 'claude.com'],
  ...['huggingface.co', 'stackoverflow.com', 'wikipedia.org', 'mozilla.org', 'w3.org'],
  ...['python.org', 'nodejs.org', 'rust-lang.org', 'golang.org', 'go.dev', 'kubernetes.io'],
  ...['stripe.com', 'slack.com', 'notion.so', 'notion.com', 'atlassian.com'],
  ...['figma.com', 'vercel.com', 'cloudflare.com', 'supabase.com'],
  ...['shopify.com', 'shopify.dev', 'arxiv.org', 'apache.org', 'debian.org'],
  ...['linkedin.com', 'twitter.com', 'x.com', 'youtube.com', 'reddit.com', 'medium.com'],
  ...['hashicorp.com', 'terraform.io', 'modelcontextprotocol.io', 'agentskills.io', 'skills.sh'],
  ...['shields.io', 'schema.org', 'spdx.org', 'ietf.org', 'owasp.org', 'nih.gov', 'doi.org'],
  ...['linear.app', 'sentry.io', 'datadoghq.com', 'pagerduty.com', 'twilio.com', 'sendgrid.com'],
  ...['hubspot.com', 'salesforce.com', 'zapier.com'],
])

/** Whether a host is one of them or below one. Compared as a whole, as a known name may begin another one. */
export function isWellKnownHost(host: string): boolean {
  const labels = host.replace(/\.$/, '').split('.')
  return labels.some((_label, at) => domains.has(labels.slice(at).join('.')))
}
