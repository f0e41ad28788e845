/** Written by hand: slug | description | how somebody asks for it. */
export const skillLines = `
invoice-check | Prüft eingehende Rechnungen auf Pflichtangaben, Rechenfehler und doppelte Beträge. | Ist diese Rechnung korrekt ausgestellt und hat sie alle vorgeschriebenen Angaben?
release-notes | Schreibt aus Commits und Tickets verständliche Versionshinweise für Anwender. | Fasse zusammen, was sich in der neuen Version für unsere Anwender geändert hat
incident-report | Verfasst nach einem Ausfall einen sachlichen Störungsbericht mit Zeitverlauf und Ursachen. | Wir hatten gestern eine Störung, halte Ursache und Verlauf in einem Bericht fest
contract-review | Untersucht Verträge auf ungewöhnliche Klauseln, Kündigungsfristen und Haftungsrisiken. | Welche Klauseln in diesem Mietvertrag sind riskant und wann kann ich kündigen?
meeting-minutes | Erstellt aus Mitschriften ein Protokoll mit Beschlüssen und offenen Aufgaben. | Mach aus meinen Notizen der Besprechung ein Protokoll mit den Aufgaben
job-posting | Formuliert Stellenanzeigen, die Aufgaben und Anforderungen klar und ohne Floskeln nennen. | Wir suchen eine Entwicklerin, entwirf bitte die Anzeige für die offene Stelle
travel-expenses | Rechnet Reisekosten nach den gültigen Pauschalen ab und ordnet die Belege zu. | Wie viel Verpflegungspauschale bekomme ich für drei Tage Dienstreise, die Belege liegen bei
privacy-audit | Beurteilt, ob ein Formular die Vorgaben des Datenschutzes einhält, und nennt fehlende Einwilligungen. | Verstößt unser Kontaktformular gegen Datenschutzvorgaben?
translation-check | Vergleicht Übersetzungen mit dem Original und markiert Auslassungen und falsche Fachbegriffe. | Fehlt in der übersetzten Anleitung etwas gegenüber dem Originaltext?
customer-reply | Beantwortet Beschwerden von Kunden freundlich, lösungsorientiert und ohne Schuldzuweisung. | Ein Kunde beschwert sich über die späte Lieferung, wie soll die Antwort lauten?
database-index | Findet langsame Abfragen und schlägt passende Datenbankindizes vor. | Unsere Datenbankabfrage braucht zehn Sekunden, welcher Index würde sie beschleunigen?
log-analysis | Wertet Protokolldateien von Servern aus und gruppiert wiederkehrende Fehlermeldungen. | Durchsuche die Serverprotokolle nach Fehlern, die sich häufen
backup-plan | Entwirft einen Plan für Datensicherungen mit Aufbewahrungsdauer und Wiederherstellungstest. | Wie oft sollten wir unsere Daten sichern und das Wiederherstellen üben?
presentation | Gestaltet Folien für Vorträge mit klarer Gliederung und wenig Text. | Ich halte nächste Woche einen Vortrag, baue mir dazu eine kurze Folie pro Gedanke
budget-plan | Stellt Einnahmen und Ausgaben eines Vereins in einem Haushaltsplan gegenüber. | Unser Verein will wissen, welche Ausgaben im kommenden Jahr die Einnahmen übersteigen
survey-design | Entwickelt Fragebögen ohne Suggestivfragen und mit ausgewogenen Antwortskalen. | Entwirf einen neutralen Fragebogen für die Zufriedenheit unserer Mitarbeiter
press-release | Verfasst Pressemitteilungen mit Überschrift, Vorspann und Zitat. | Wir eröffnen eine Filiale und brauchen eine Mitteilung an die Presse
recipe-scaling | Rechnet Zutatenmengen von Rezepten auf andere Portionen um. | Das Rezept ist für vier Personen, wie viel brauche ich von jeder Zutat für elf?
warehouse-count | Begleitet die Inventur im Lager und erklärt Abweichungen zwischen Soll- und Istbestand. | Bei der Lagerzählung stimmen die Bestände nicht überein, woran liegt das?
tender-summary | Fasst Ausschreibungen zusammen und listet Fristen, Eignungskriterien und einzureichende Unterlagen. | Welche Unterlagen muss ich bis wann für die öffentliche Ausschreibung abgeben?
password-policy | Bewertet Richtlinien für Kennwörter und empfiehlt zeitgemäße Regeln. | Sind unsere Kennwortregeln noch zeitgemäß?
accessibility | Kontrolliert Webseiten auf Barrierefreiheit: Kontraste, Tastaturbedienung und Beschriftungen. | Können Blinde unsere Webseite mit der Tastatur bedienen?
unit-tests | Schreibt Komponententests für vorhandenen Programmcode und deckt Randfälle ab. | Für diese Funktion gibt es keine Tests, decke auch seltene Randfälle ab
dependency-update | Aktualisiert veraltete Programmbibliotheken schrittweise und liest die Änderungshinweise. | Unsere Bibliotheken sind veraltet, bring sie Schritt für Schritt auf den neuesten Stand
container-build | Verkleinert Abbilder von Containern und beschleunigt ihren Bau. | Warum ist das Containerabbild so groß und wie wird es kleiner?
certificate-renewal | Überwacht ablaufende Zertifikate und erneuert sie rechtzeitig. | Nächsten Monat läuft das Zertifikat ab, kümmere dich um die Erneuerung
onboarding | Plant die Einarbeitung neuer Kolleginnen und Kollegen für die ersten vier Wochen. | Am Montag fängt ein neuer Kollege an, was braucht er zur Einarbeitung?
performance-review | Bereitet Mitarbeitergespräche vor und formuliert nachvollziehbare Ziele. | Hilf mir, das jährliche Gespräch mit meiner Mitarbeiterin und ihre Ziele vorzubereiten
energy-report | Analysiert den Stromverbrauch von Gebäuden und schlägt Einsparungen vor. | In welchem Gebäude verbrauchen wir am meisten Strom und wo lässt sich sparen?
school-lesson | Entwirft Unterrichtsstunden mit Lernzielen, Übungen und Hausaufgaben. | Ich brauche Übungen und ein Lernziel für eine Stunde über Bruchrechnung
tax-return | Sammelt Belege für die Steuererklärung und ordnet sie den Formularen zu. | Welche Formulare gehören zu meiner Steuererklärung und welche Quittungen lege ich bei?
fleet-schedule | Plant Touren von Lieferwagen mit Zeitfenstern und kürzesten Wegen. | In welcher Reihenfolge soll der Lieferwagen die Adressen anfahren?
patient-leaflet | Vereinfacht medizinische Befunde, sodass Patienten sie verstehen. | Erkläre mir den Befund meines Arztes so, dass ich ihn verstehe
complaint-letter | Setzt Mängelrügen gegenüber Handwerkern mit angemessener Frist auf. | Der Handwerker hat schlecht gearbeitet, ich will die Mängel schriftlich rügen
newsletter | Schreibt Rundbriefe an Abonnenten mit Betreffzeilen, die neugierig machen. | Der nächste Rundbrief an die Abonnenten braucht einen guten Betreff
image-caption | Beschreibt Bilder in knappen Bildunterschriften und Alternativtexten. | Schreib zu jedem Foto eine knappe Bildunterschrift
lease-calculator | Vergleicht Leasing und Kauf eines Fahrzeugs über die gesamte Nutzungsdauer. | Ist es günstiger, das Fahrzeug zu kaufen oder zu leasen?
risk-register | Führt ein Verzeichnis der Projektrisiken mit Eintrittswahrscheinlichkeit und Gegenmaßnahmen. | Was könnte bei dem Projekt schiefgehen, und wie wahrscheinlich sind die Risiken?
citation-check | Kontrolliert Quellenangaben in wissenschaftlichen Arbeiten auf Vollständigkeit. | Sind die Quellen in meiner Masterarbeit vollständig angegeben?
garden-plan | Erstellt Pflanzpläne für Beete nach Standort, Boden und Jahreszeit. | Was pflanze ich im Frühling in ein schattiges Beet mit lehmigem Boden?
`
