/** Written by hand: slug | description | how somebody asks for it. */
export const skillLines = `
invoice-check | Vérifie les factures reçues : mentions obligatoires, erreurs de calcul et doublons. | Cette facture comporte-t-elle toutes les mentions exigées ou une erreur ?
release-notes | Rédige des notes de version compréhensibles à partir des commits et des tickets. | Résume pour nos utilisateurs les nouveautés de la dernière version
incident-report | Établit un compte rendu factuel après une panne, avec chronologie et causes. | Le site est tombé en panne hier, raconte la chronologie et la cause
contract-review | Examine les contrats et signale les clauses inhabituelles, les délais de préavis et les risques. | Quelles clauses de ce contrat de bail présentent un risque pour moi ?
meeting-minutes | Transforme des notes de réunion en procès-verbal avec décisions et tâches à suivre. | Mets au propre ce que nous avons décidé en réunion et qui doit faire quoi
job-posting | Compose des offres d'emploi claires qui énoncent missions et compétences attendues. | Nous recrutons une développeuse, prépare une offre avec les compétences requises
travel-expenses | Calcule le remboursement des frais de déplacement et classe les justificatifs. | Combien me sera remboursé pour mon déplacement à Lyon, voici les justificatifs
privacy-audit | Contrôle la conformité d'un formulaire avec la protection des données personnelles. | Notre formulaire de contact respecte-t-il la protection des données ?
translation-check | Compare une traduction avec l'original et relève les oublis et les contresens. | Ai-je oublié une phrase en traduisant ce mode d'emploi ?
customer-reply | Répond aux réclamations des clients avec courtoisie et propose une solution. | Un client mécontent réclame un remboursement, que lui répondre ?
database-index | Repère les requêtes lentes et propose des index adaptés à la base. | Cette requête met dix secondes, quel index ajouter à la base ?
log-analysis | Analyse les journaux des serveurs et regroupe les erreurs récurrentes. | Cherche dans le journal du serveur quelle erreur revient le plus
backup-plan | Conçoit une stratégie de sauvegarde avec durée de conservation et essais de restauration. | À quelle fréquence sauvegarder nos fichiers et comment les restaurer ?
presentation | Crée des diapositives sobres pour un exposé, une idée par page. | Je fais un exposé jeudi, il me faut quelques diapositives
budget-plan | Dresse le budget prévisionnel d'une association : recettes et dépenses. | Notre association dépense-t-elle plus que ses recettes prévues ?
survey-design | Élabore des questionnaires neutres avec des échelles de réponse équilibrées. | Construis un questionnaire neutre pour mesurer la satisfaction du personnel
press-release | Écrit des communiqués de presse avec titre, chapeau et citation. | Nous ouvrons une boutique, il faut prévenir la presse par un communiqué
recipe-scaling | Adapte les quantités d'une recette au nombre de convives. | La recette est prévue pour quatre, quelle quantité de farine pour onze convives ?
warehouse-count | Accompagne l'inventaire d'un entrepôt et explique les écarts de stock. | Pourquoi le stock compté à l'entrepôt diffère-t-il de l'inventaire ?
tender-summary | Synthétise les appels d'offres : échéances, critères et pièces à fournir. | Quelles pièces fournir pour répondre à l'appel d'offre, et avant quelle échéance ?
password-policy | Évalue les règles de mots de passe et recommande des pratiques actuelles. | Notre règle imposant de changer de mot de passe chaque mois est-elle encore recommandée ?
accessibility | Teste l'accessibilité des pages web : contrastes, clavier et libellés. | Une personne aveugle peut-elle naviguer au clavier sur nos pages ?
unit-tests | Écrit des tests unitaires pour du code existant et couvre les cas limites. | Cette fonction n'est pas testée, couvre chaque cas limite
dependency-update | Met à jour les bibliothèques obsolètes étape par étape en lisant leurs changements. | Plusieurs bibliothèques du projet sont dépassées, actualise-les une étape à la fois
container-build | Réduit la taille des images de conteneurs et accélère leur construction. | Pourquoi l'image du conteneur est-elle si lourde et comment la réduire ?
certificate-renewal | Surveille l'expiration des certificats et les renouvelle à temps. | Le certificat expire le mois prochain, peux-tu le renouveler ?
onboarding | Organise l'accueil des nouveaux collègues pendant leurs premières semaines. | Une nouvelle collègue arrive lundi, comment l'accueillir ?
performance-review | Prépare les entretiens annuels et formule des objectifs mesurables. | Aide-moi à préparer l'entretien annuel de mon adjoint et ses objectifs
energy-report | Étudie la consommation électrique des bâtiments et suggère des économies. | Quel bâtiment consomme le plus d'électricité et comment économiser ?
school-lesson | Bâtit des séquences de cours avec objectifs, exercices et devoirs. | Je dois enseigner les fractions, propose un cours avec un exercice
tax-return | Rassemble les pièces de la déclaration de revenus et remplit les formulaires. | Quel formulaire remplir pour déclarer mes revenus cette année ?
fleet-schedule | Planifie les tournées de livraison selon les créneaux et les distances. | Dans quel ordre le camion doit-il livrer ces adresses ?
patient-leaflet | Simplifie les comptes rendus médicaux pour que les patients les comprennent. | Explique simplement ce résultat médical à un patient
complaint-letter | Rédige des mises en demeure adressées aux artisans pour malfaçons. | L'artisan a bâclé les travaux, je veux le mettre en demeure
newsletter | Écrit des lettres d'information aux abonnés avec un objet accrocheur. | Trouve un objet qui accroche pour la prochaine lettre aux abonnés
image-caption | Décrit les images par de brèves légendes et des textes de remplacement. | Donne une légende brève à chacune de ces photos
lease-calculator | Compare la location et l'achat d'un véhicule sur toute sa durée d'usage. | Vaut-il mieux acheter ou louer ce véhicule ?
risk-register | Tient un registre des risques du projet avec probabilités et parades. | Quel risque menace le projet et avec quelle probabilité ?
citation-check | Contrôle les références bibliographiques des travaux universitaires. | Chaque référence de mon mémoire universitaire est-elle complète ?
garden-plan | Établit des plans de plantation selon l'exposition, le sol et la saison. | Que planter au printemps dans un sol argileux à l'ombre ?
`
