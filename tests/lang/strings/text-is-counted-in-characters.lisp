(string-length "Rätsel")             ;=> 6
(string-ref "Rätsel" 1)              ;=> #\ä
(substring "Rätsel" 1 3)             ;=> "ät"
(string-upcase "straße")             ;=> "STRASSE"
(string-reverse "äbc")               ;=> "cbä"
(string-length "数独")               ;=> 2
(string-search "独" "数独")          ;=> 1
