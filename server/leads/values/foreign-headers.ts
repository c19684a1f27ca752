import type { ColumnTarget } from '#shared/leads/lead-import.ts';

/** Names of fields in Hindi, French, German, Spanish and Portuguese. */
export const FOREIGN_HEADERS: Partial<Record<ColumnTarget, readonly string[]>> = {
  name: ['नाम', 'पूरा नाम', 'ग्राहक', 'ग्राहक का नाम', 'ग्राहक नाम', 'संपर्क व्यक्ति', 'Nom complet', 'Vollständiger Name', 'Nombre completo', 'Nome completo'],
  first_name: ['Prénom', 'Vorname', 'Nombre', 'Nombres', 'Primeiro nome'],
  last_name: ['उपनाम', 'Nom', 'Nom de famille', 'Nachname', 'Familienname', 'Apellido', 'Apellidos', 'Sobrenome'],
  email: ['ईमेल', 'ई-मेल', 'ईमेल आईडी', 'ईमेल पता', 'Courriel', 'Adresse e-mail', 'Adresse email', 'E-Mail-Adresse', 'Correo', 'Correo electrónico'],
  phone: [
    'मोबाइल', 'मोबाइल नंबर', 'मोबाइल न.', 'मोबाइल नं', 'फ़ोन', 'फोन', 'फ़ोन नंबर', 'फोन नंबर', 'संपर्क नंबर', 'संपर्क', 'दूरभाष', 'व्हाट्सएप', 'व्हाट्सएप नंबर', 'Téléphone',
    'Téléphone mobile', 'Portable', 'Numéro de téléphone', 'Telefon', 'Telefonnummer', 'Mobil', 'Mobilnummer', 'Handy', 'Handynummer', 'Teléfono', 'Celular', 'Móvil', 'Telefone', 'Telemóvel',
  ],
  company_name: ['कंपनी', 'कंपनी का नाम', 'कम्पनी', 'संस्था', 'Société', 'Entreprise', 'Firma', 'Unternehmen', 'Empresa'],
  designation: ['पद', 'Poste', 'Fonction', 'Beruf', 'Cargo'],
  status: ['स्थिति', 'Statut', 'Estado del lead'],
  source: ['स्रोत', 'Quelle', 'Origen', 'Origem'],
  value: ['राशि', 'मूल्य', 'Montant', 'Betrag', 'Importe'],
  budget: ['बजट'],
  product: ['उत्पाद', 'Produit', 'Produkt', 'Producto', 'Produto'],
  next_followup_date: ['अगला फॉलो-अप', 'अगली कॉल', 'फॉलो-अप तिथि'],
  location: ['शहर', 'स्थान', 'Ville', 'Stadt', 'Ort', 'Ciudad', 'Cidade'],
  address: ['पता', 'Adresse', 'Straße', 'Strasse', 'Dirección', 'Endereço'],
  description: ['संदेश', 'आवश्यकता', 'Commentaire', 'Commentaires', 'Remarques', 'Bemerkung', 'Bemerkungen', 'Nachricht', 'Comentarios', 'Comentários'],
  notes: ['टिप्पणी', 'टिप्पणियाँ', 'नोट', 'Notizen', 'Notas'],
  created_at: ['दिनांक', 'तारीख', 'तिथि', 'Date de création', 'Datum', 'Erstellt am', 'Fecha', 'Data de criação'],
  gender: ['लिंग'],
  age: ['आयु', 'उम्र'],
  owner: ['सौंपा गया', 'Responsable', 'Zuständig', 'Responsável'],
}; // prettier-ignore
