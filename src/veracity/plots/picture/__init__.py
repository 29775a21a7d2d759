"""The data of any picture: layers, series and rows, before anything is drawn."""
