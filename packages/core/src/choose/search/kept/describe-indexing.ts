import type { Sha256 } from '../../../base/sha256.ts'
import type { WordVectors } from '../../../ports/word-vectors.ts'
import { buildSegment } from '../build-segment.ts'
import type { ManifestReader } from './index-manifest.ts'
import { segmentBytes } from './segment-bytes.ts'

/** Texts in which most of what splits, stems, weighs and means words takes part. */
const sample = {
  slug: 'postgres-health-triage',
  name: 'PostgresHealthTriage',
  description:
    'Finds slow queries, locks and latency. Größe, façade, naïve; ПРОВЕРКА; 数据分析と表; C++, C#, .NET, k8s, A/B, R',
  tags: 'database next.js ci/cd',
  whenToUse: 'Use when connections are running out, replicas lag, or tests are failing again',
  body: 'Restarting, restarted, restarts. Build the charts and deploy them. '.repeat(3),
}

/** One text for each language whose words have rules of their own. */
const languageSamples = [
  'Prüft die Rechnungen für den Bericht und erstellt eine Übersetzung mit der Rechnungsnummer',
  'Vérifie les factures générées pour le client et rédige une réponse avec les pièces',
  'Genera las facturas para el cliente y revisa la generación de los informes',
  'Gera as faturas para o cliente e revisa a geração dos relatórios que não são novos',
  'Genera le fatture per il cliente e controlla la generazione delle relazioni che sono nuove',
  'Controleert de facturen voor het rapport en maakt een vertaling van de gegevens die niet kloppen',
  'Kontrollerar fakturorna för rapporten och skapar en översättning av uppgifterna som inte stämmer',
  'Kontrollerer fakturaerne til rapporten og laver en oversættelse af oplysningerne som ikke passer',
  'Sjekker fakturaene til rapporten og lager en oversettelse av opplysningene som ikke stemmer',
  'Tarkistaa laskut raporttia varten ja tekee käännöksen tiedoista jotka eivät ole oikein',
  'Ellenőrzi a számlákat a jelentéshez és fordítást készít az adatokról amelyek nem egyeznek',
  'Verifică facturile pentru raport și face o traducere a datelor care nu sunt corecte',
  'Rapor için faturaları kontrol eder ve doğru olmayan verilerin bir çevirisini yapar',
  'ตรวจสอบใบแจ้งหนี้และแปลรายงาน',
].map((description, at) => ({
  ...sample,
  slug: `sample-${at}`,
  name: '',
  description,
  body: description,
}))

/**
 * What indexes here: kept segments of anything else are built anew. The bytes of a sample tell a change of the rules that
 * nobody declared.
 */
export function describeIndexing(
  { version, sha256 }: { readonly version: string; readonly sha256: Sha256 },
  vectors: WordVectors | null,
): Pick<ManifestReader, 'indexedBy' | 'meaningSize'> {
  const segment = buildSegment([sample, ...languageSamples], vectors)
  const order = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 'little' : 'big'
  const learned = vectors === null ? 'none' : sha256(bytesOf(vectors.vectors))
  const rules = sha256(segmentBytes(segment).slice())
  return {
    indexedBy: [version, order, learned, rules].join(' '),
    meaningSize: segment.meanings.length / segment.docCount,
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Int8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
