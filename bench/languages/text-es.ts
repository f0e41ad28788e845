/** Written by hand: slug | description | how somebody asks for it. */
export const skillLines = `
invoice-check | Revisa facturas recibidas: datos obligatorios, errores de cálculo e importes duplicados. | ¿Tiene esta factura algún error o le falta un dato obligatorio?
release-notes | Redacta notas de la versión comprensibles a partir de commits e incidencias. | Resume para los usuarios las novedades de las últimas versiones
incident-report | Elabora un informe objetivo tras una caída del servicio, con cronología y causas. | Ayer se cayó el servicio, cuenta qué lo causó y en qué orden
contract-review | Examina contratos y señala cláusulas inusuales, plazos de preaviso y riesgos. | ¿Qué cláusula de este contrato de alquiler es arriesgada?
meeting-minutes | Convierte apuntes de reuniones en un acta con acuerdos y tareas pendientes. | Pasa a limpio lo acordado en la reunión y las tareas de cada uno
job-posting | Escribe ofertas de empleo claras con funciones y requisitos. | Buscamos una programadora, prepara la oferta con los requisitos del puesto
travel-expenses | Calcula el reembolso de gastos de viaje y ordena los justificantes. | ¿Cuánto me reembolsan por viajar tres días a Bilbao?
privacy-audit | Comprueba si un formulario cumple la protección de datos personales. | ¿Cumplen nuestros formularios con la ley de protección de datos?
translation-check | Compara traducciones con el original y marca omisiones y errores de sentido. | ¿He omitido algo al traducir este manual?
customer-reply | Responde a quejas de clientes con amabilidad y propone soluciones. | Un cliente se queja del retraso, ¿qué le respondo?
database-index | Localiza consultas lentas y propone índices para la base de datos. | La consulta tarda diez segundos, ¿qué índice conviene crear?
log-analysis | Analiza los registros de servidores y agrupa errores repetidos. | Busca en el registro del servidor el error que más se repite
backup-plan | Diseña copias de seguridad con plazos de conservación y pruebas de restauración. | ¿Cada cuánto hay que copiar los archivos y probar a restaurarlos?
presentation | Prepara diapositivas sobrias para charlas, con una idea en cada una. | El jueves doy una charla y necesito una diapositiva por idea
budget-plan | Elabora el presupuesto de una asociación con ingresos y gastos. | ¿Gasta nuestra asociación más de lo que ingresa?
survey-design | Crea cuestionarios neutrales con escalas de respuesta equilibradas. | Quiero un cuestionario neutral para medir la satisfacción de la plantilla
press-release | Escribe comunicados de prensa con titular, entradilla y cita. | Abrimos una tienda y hay que comunicarlo a la prensa
recipe-scaling | Ajusta las cantidades de una receta al número de comensales. | La receta es para cuatro, ¿qué cantidad de harina pongo para once comensales?
warehouse-count | Acompaña el inventario del almacén y explica las diferencias de existencias. | ¿Por qué difiere lo contado en el almacén de las existencias registradas?
tender-summary | Resume licitaciones públicas: plazos, criterios y documentos que presentar. | ¿Qué documento tengo que presentar a la licitación y en qué plazo?
password-policy | Evalúa normas de contraseñas y recomienda prácticas actuales. | ¿Sigue siendo recomendable nuestra norma de cambiar la contraseña cada mes?
accessibility | Comprueba la accesibilidad de páginas web: contraste, teclado y etiquetas. | ¿Puede una persona ciega usar nuestra página con el teclado?
unit-tests | Escribe pruebas unitarias para código existente y cubre casos límite. | Esta función no está probada, cubre cada caso límite
dependency-update | Actualiza bibliotecas obsoletas paso a paso y lee sus cambios. | Varias bibliotecas se han quedado obsoletas, actualízalas una a una
container-build | Reduce el tamaño de las imágenes de contenedores y acelera su construcción. | ¿Por qué ocupa tanto la imagen del contenedor y cómo reducirla?
certificate-renewal | Vigila la caducidad de los certificados y los renueva a tiempo. | El certificado caduca el mes que viene, hay que renovarlo
onboarding | Organiza la acogida de nuevos compañeros durante sus primeras semanas. | El lunes llega una compañera nueva, ¿cómo la acogemos?
performance-review | Prepara evaluaciones anuales del personal y formula objetivos medibles. | Ayúdame a evaluar a mi ayudante y a fijarle un objetivo para el año
energy-report | Estudia el consumo eléctrico de los edificios y sugiere ahorros. | ¿Qué edificio consume más electricidad y dónde se puede ahorrar?
school-lesson | Prepara clases con objetivos, ejercicios y deberes. | Tengo que enseñar fracciones, hazme una clase con un ejercicio
tax-return | Reúne los papeles de la declaración de la renta y rellena los formularios. | ¿Qué formulario relleno para declarar la renta?
fleet-schedule | Planifica rutas de reparto según horarios y distancias. | ¿En qué orden debe repartir la furgoneta en estas direcciones?
patient-leaflet | Simplifica informes médicos para que los pacientes los entiendan. | Explica de forma simple este resultado médico a un paciente
complaint-letter | Redacta reclamaciones a contratistas por obras defectuosas. | El contratista hizo mal la obra y quiero reclamar
newsletter | Escribe boletines para suscriptores con asuntos llamativos. | Busca un asunto que llame la atención para el próximo boletín
image-caption | Describe imágenes con pies de foto breves y textos alternativos. | Pon un pie breve a cada una de estas fotos
lease-calculator | Compara el alquiler y la compra de un vehículo durante toda su vida útil. | ¿Sale mejor comprar o alquilar el vehículo?
risk-register | Mantiene un registro de riesgos del proyecto con probabilidades y medidas. | ¿Qué riesgo amenaza el proyecto y con qué probabilidad?
citation-check | Revisa las referencias bibliográficas de trabajos académicos. | ¿Está completa cada referencia de mi trabajo académico?
garden-plan | Traza planes de plantación según orientación, suelo y estación. | ¿Qué planto en primavera en un suelo arcilloso y con sombra?
`
