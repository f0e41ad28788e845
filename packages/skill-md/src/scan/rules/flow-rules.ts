import { patternRule, type SegmentKind, type SegmentRule } from '../scan-rule.ts'
import { credentialStoreExport, transcriptToNetwork } from './credential-stores.ts'
import { credentialsToNetwork } from './credentials-to-network.ts'
import { environmentToNetwork } from './environment-to-network.ts'
import { exfiltrationChannels } from './exfiltration-channels.ts'
import { foreignKey } from './foreign-key.ts'

const code: readonly SegmentKind[] = ['code']
const anywhere: readonly SegmentKind[] = ['code', 'prose', 'comment']

/** Private data that meets the network in one file. */
export const flowRules: readonly SegmentRule[] = [
  environmentToNetwork,
  credentialsToNetwork,
  foreignKey,
  credentialStoreExport,
  transcriptToNetwork,
  ...exfiltrationChannels,
  patternRule(
    {
      id: 'flow.credentials-read',
      severity: 'medium',
      message: 'A file of credentials is read.',
      attack: 'Gets a key into the context of the model, from where it can leave.',
      fix: 'Let the host give the credential to the tool that needs it.',
    },
    code,
    {
      pattern:
        /\b(?:cat|less|head|tail|cp|tar|zip|scp|rsync|type|get-content)\b[^\n|]{0,100}(?:\.ssh\/id_|\.aws\/credentials|\.netrc\b|\.git-credentials|\/etc\/shadow|\.gnupg|\.kube\/config|\.claude\/\.credentials)|open\s{0,2}\([^\n)]{0,100}(?:\.ssh\/id_|\.aws\/credentials|\.netrc|\.git-credentials|\/etc\/shadow)/,
    },
  ),
  patternRule(
    {
      id: 'flow.collector',
      severity: 'high',
      message: 'It talks to a service that collects what anybody sends.',
      attack: 'The usual drop for stolen data: anonymous, and thrown away later.',
      fix: 'Use a service with an owner, named in the description.',
    },
    anywhere,
    {
      pattern:
        /discord(?:app)?\.com\/api\/webhooks\/\d|webhook\.site\/[\w-]{4,60}|\brequestbin\.\w{2,6}|\bpipedream\.net|\bburpcollaborator\.net|\.oast(?:ify)?\.\w{2,6}|\binteract\.sh|\bngrok(?:-free)?\.(?:io|app|dev)\/|\bcanarytokens\.|api\.telegram\.org\/bot\d|\bbeeceptor\.com|\bhookbin\.com|\bpostb\.in\/|\brequestcatcher\.com|\bdnslog\.\w{2,4}|\bceye\.io/,
      unless: /\byour[_-]|\bexample\b|\{webhook|<webhook/,
      // Tunnels to one's own machine are how webhooks are developed.
      severityOf: (found) => (/ngrok/.test(found) ? 'low' : 'high'),
    },
  ),
  patternRule(
    {
      id: 'flow.dns',
      severity: 'high',
      message: 'Data is put into a name that is looked up.',
      attack: 'Carries data out past every proxy.',
      fix: 'Remove it.',
    },
    code,
    {
      pattern:
        /(?<![\w.-])(?:dig|nslookup|ping|host(?!\s`\{\w{1,20}\}`))\s[^\n]{0,60}(?:\$\(|`|\$\{?\w{1,30}\}?\.)[^\n]{0,120}\.[a-z]{2,12}\b|(?:gethostbyname|getaddrinfo|resolve4|dns\.(?:lookup|resolve\w{0,6}))\s{0,2}\(\s{0,2}(?:f["'`]\{|`\$\{|[\w.()]{1,60}\s{0,2}\+\s{0,2}["']\.)/,
    },
  ),
  patternRule(
    {
      id: 'flow.raw-address',
      severity: 'high',
      message: 'It talks to a machine by its bare public address.',
      attack: 'A server without a name leaves no trace of its owner.',
      fix: 'Use a host name.',
    },
    anywhere,
    {
      pattern:
        /https?:\/\/(?!(?:127|10|0)\.|192\.168\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|1\.[01]\.[01]\.1\b|8\.8\.[48]\.[48]\b|9\.9\.9\.9\b|149\.112\.112\.112\b|208\.67\.22[02]\.22[02]\b|1\.2\.3\.4|255\.)(?:\d{1,3}\.){3}\d{1,3}\b/,
    },
  ),
]
